// for: all parts optional, own scope, continue runs the increment
#include <stdio.h>

int main(void)
{
    int i = 99;
    for (int i = 0; i < 3; i++)
        printf("%d ", i);
    printf("%d\n", i);
    i = 0;
    for (;;) {
        if (++i > 5)
            break;
        if (i % 2)
            continue;
        printf("%d ", i);
    }
    printf("\n");
    for (i = 10; i; i -= 3)
        if (i < 0)
            break;
    printf("%d\n", i);
    int evens = 0;
    for (int k = 0; k < 10; k++) {
        if (k & 1)
            continue;
        evens += k;
    }
    printf("%d\n", evens);
    for (int a = 0, *p = &a; a < 6; *p += 2)
        printf("%d ", a);
    printf("\n");
    for (unsigned char c = 250; c >= 250; c++)
        printf("%d ", c);
    printf("\n");
    for (int k = 0; k < 2; k++) {
        int k = 50;
        k++;
        printf("%d ", k);
    }
    printf("\n");
    return 0;
}
