// Pointer arithmetic scales by the size of the pointee
#include <stddef.h>
#include <stdio.h>

struct big { int a[5]; };

int main(void)
{
    int a[8];
    for (int i = 0; i < 8; i++)
        a[i] = i * 11;
    int *p = a + 2;
    p += 3;
    printf("%d %d %d\n", *p, p[-1], *(p + 2));
    p -= 4;
    printf("%d %td\n", *p, p - a);
    printf("%d\n", *(1 + p));
    int *q = &a[7];
    printf("%td %td\n", q - p, p - q);
    char *c = (char *)a;
    printf("%td\n", (char *)(a + 3) - c);
    struct big b[4];
    printf("%td %td\n", &b[3] - b, (char *)&b[3] - (char *)b);
    void *v = a;
    v = v + sizeof(int);
    printf("%d\n", *(int *)v);
    long long index = 2;
    unsigned char small = 5;
    signed char back = -1;
    printf("%d %d %d\n", a[index], a[small], q[back]);
    ptrdiff_t d = q - a;
    printf("%td %zu\n", d, sizeof(q - a) / sizeof(ptrdiff_t));
    for (int *w = a, *end = a + 8; w < end; w += 3)
        printf("%d ", *w);
    printf("\n");
    return 0;
}
