// default in the middle falls through to the labels after it
#include <stdio.h>

static void walk(int n)
{
    printf("%d:", n);
    switch (n) {
    case 1:
        printf(" one");
    default:
        printf(" default");
    case 2:
        printf(" two");
        break;
    case 3:
        printf(" three");
    }
    printf("\n");
}

int main(void)
{
    for (int i = 0; i <= 4; i++)
        walk(i);
    switch (9) {
    default:
    case 1:
        printf("shared\n");
        break;
    }
    return 0;
}
