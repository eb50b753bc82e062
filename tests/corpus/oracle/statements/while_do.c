// while and do-while with break, continue and side effects in the condition
#include <stdio.h>

int main(void)
{
    int n = 0;
    while (n < 3)
        printf("%d ", n++);
    printf("\n");
    while (n-- > 0)
        ;
    printf("%d\n", n);
    do
        n += 5;
    while (n < 12);
    printf("%d\n", n);
    do {
        n--;
        if (n % 2)
            continue;
        printf("%d ", n);
        if (n < 6)
            break;
    } while (n > 0);
    printf("\n");
    int once = 0;
    do {
        once++;
    } while (0);
    while (0)
        once++;
    printf("%d\n", once);
    int i = 0, j = 0;
    while (i++ < 4) {
        j = 0;
        do {
            if (j == i)
                break;
            printf("*");
        } while (++j);
        printf("|");
    }
    printf(" %d %d\n", i, j);
    return 0;
}
