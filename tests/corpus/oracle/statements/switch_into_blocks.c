// case labels inside nested blocks and loops of the switch body
#include <stdio.h>

static int enter(int n)
{
    int r = 0;
    switch (n) {
    case 0:
        if (r) {
    case 1:
            r += 10;
        } else {
            r += 1;
        }
        break;
    case 2: {
        int local;
    case 3:
        local = n * 100;
        r += local;
        break;
    }
        for (; n < 10; n++) {
    case 4:
            r += n;
        }
        r += 1000;
    }
    return r;
}

int main(void)
{
    for (int i = 0; i < 7; i++)
        printf("%d ", enter(i));
    printf("\n");
    return 0;
}
