// if, dangling else, empty statements and chains
#include <stdio.h>

static int classify(int n)
{
    if (n < 0)
        if (n < -10)
            return 1;
        else
            return 2;
    else if (n == 0)
        return 3;
    else if (n < 10)
        ;
    else
        return 4;
    return 5;
}

int main(void)
{
    int probes[] = {-20, -5, 0, 5, 50};
    for (int i = 0; i < 5; i++)
        printf("%d ", classify(probes[i]));
    printf("\n");
    int x = 0;
    if (x)
        if (x > 5)
            printf("a");
        else
            printf("b");
    else
        printf("c");
    if (1) {
    } else
        printf("d");
    ;
    ;
    if (x = 4)
        printf("%d\n", x);
    if (!x) printf("e"); else if (x - 4) printf("f"); else printf("g\n");
    return 0;
}
