// A sentinel search in an array without its sentinel
#include <stdio.h>

static int length(const short *v)
{
    const short *p = v;
    while (*p != -1)
        p++;
    return (int)(p - v);
}

int main(void)
{
    short with[] = {3, 4, -1};
    short without[] = {5, 6, 7, -1};
    printf("%d\n", length(with));
    printf("%d\n", length(without));
    return 0;
}
