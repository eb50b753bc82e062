// Nested switches, and break and continue inside a switch inside a loop
#include <stdio.h>

static int code(int a, int b)
{
    int r = 0;
    switch (a) {
    case 1:
        switch (b) {
        case 1: r = 11; break;
        case 2: r = 12;
        default: r += 100;
        }
        r += 1000;
        break;
    case 2:
        switch (b) {
        case 1: return 21;
        }
        r = 22;
    }
    return r;
}

int main(void)
{
    for (int a = 0; a < 3; a++)
        for (int b = 1; b < 4; b++)
            printf("%d ", code(a, b));
    printf("\n");
    int sum = 0, skipped = 0;
    for (int i = 0; i < 10; i++) {
        switch (i % 4) {
        case 0: continue;
        case 1: break;
        case 2: skipped++; continue;
        default: sum += 100;
        }
        sum += i;
    }
    printf("%d %d\n", sum, skipped);
    int n = 0;
    while (1) {
        switch (n++) {
        case 3: goto done;
        default: continue;
        }
    }
done:
    printf("%d\n", n);
    return 0;
}
