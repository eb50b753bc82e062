// Arrays decay to pointers except under sizeof, & and as string initialisers
#include <stdio.h>

static size_t parameter_size(int a[10]) { return sizeof a; }
static int first(int a[static 2]) { return a[0] * 10 + a[1]; }

int main(void)
{
    int a[6] = {1, 2, 3, 4, 5, 6};
    int *p = a;
    int (*whole)[6] = &a;
    printf("%zu %zu %d\n", sizeof a, sizeof *whole, sizeof p == sizeof(void *));
    printf("%d\n", parameter_size(a) == sizeof(int *));
    printf("%d %d %d\n", p[2], 2 [a], *(a + 2));
    printf("%d\n", (void *)p == (void *)whole);
    printf("%d\n", (int)((char *)(whole + 1) - (char *)a));
    printf("%d\n", (*whole)[5]);
    printf("%d %d\n", first(a), first(a + 3));
    printf("%d\n", &a[6] - a == 6);
    int *end = a + 6, sum = 0;
    while (p != end)
        sum += *p++;
    printf("%d\n", sum);
    int *minus = end - 1;
    printf("%d %d\n", minus[0], minus[-3]);
    return 0;
}
