// && and || evaluate the right operand only when it matters
#include <stdio.h>

static int calls;
static int say(int n, int result)
{
    calls++;
    printf("%d ", n);
    return result;
}

int main(void)
{
    int r;
    r = say(1, 0) && say(2, 1);
    printf("= %d\n", r);
    r = say(3, 1) && say(4, 5);
    printf("= %d\n", r);
    r = say(5, 7) || say(6, 1);
    printf("= %d\n", r);
    r = say(7, 0) || say(8, 0);
    printf("= %d\n", r);
    r = say(9, 0) && say(10, 1) || say(11, 1);
    printf("= %d\n", r);
    r = say(12, 1) || say(13, 1) && say(14, 0);
    printf("= %d\n", r);
    r = !(say(15, 1) && say(16, 0)) && say(17, 1);
    printf("= %d\n", r);
    if (say(18, 0) || (say(19, 1) && !say(20, 0)))
        printf("then\n");
    int *p = 0;
    printf("%d\n", p && *p);
    printf("%d\n", calls);
    return 0;
}
