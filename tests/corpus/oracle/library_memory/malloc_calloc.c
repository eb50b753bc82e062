// malloc, calloc and free: sizes, zeroing, free of null
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct big { int a[100]; struct big *next; };

int main(void)
{
    int *v = malloc(10 * sizeof *v);
    int *z = calloc(10, sizeof *z);
    struct big *b = calloc(2, sizeof *b);
    if (!v || !z || !b)
        return 1;
    int sum = 0;
    for (int i = 0; i < 10; i++) {
        v[i] = i;
        sum += v[i] + z[i];
    }
    for (int i = 0; i < 100; i++)
        sum += b[0].a[i] + b[1].a[i];
    printf("%d %d\n", sum, b[1].next == NULL);
    b[0].next = &b[1];
    b[0].next->a[99] = 3;
    printf("%d\n", b[1].a[99]);
    printf("%d\n", (int)((uintptr_t)v % _Alignof(max_align_t)));
    free(v);
    free(z);
    free(b);
    free(NULL);
    char *one = malloc(1);
    if (!one)
        return 1;
    *one = 'c';
    printf("%c\n", *one);
    free(one);
    return 0;
}
