// Declarations between statements, in for and switch, and labels before declarations
#include <stdio.h>

int main(void)
{
    int a = 1;
    a += 2;
    int b = a * 2;
    printf("%d\n", b);
    for (int i = 0, n = b; i < n; i += 2) {
        printf("%d ", i);
        int i2 = i * i;
        if (i2 > 4)
            break;
        int never = 0;
        never++;
    }
    printf("\n");
    switch (a) {
        int c;
    case 3:
        c = 5;
        printf("%d\n", c);
        int d;
        d = c + 1;
        printf("%d\n", d);
    }
label:;
    int e = a--;
    if (e > 1)
        goto label;
    printf("%d %d\n", a, e);
    {
        struct local { int v; } l = {a};
        int f(struct local);
        (void)f;
        a = l.v + 40;
    }
    return a;
}
