// Callbacks with a context pointer: sort, search and iterate written by hand
#include <stdio.h>
#include <string.h>

typedef int (*compare)(const void *, const void *);

static void sort(void *base, int n, int size, compare cmp)
{
    char *a = base, tmp[64];
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0 && cmp(a + (j - 1) * size, a + j * size) > 0; j--) {
            memcpy(tmp, a + j * size, size);
            memcpy(a + j * size, a + (j - 1) * size, size);
            memcpy(a + (j - 1) * size, tmp, size);
        }
}

static int by_int(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}
static int by_int_down(const void *a, const void *b) { return by_int(b, a); }
static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static void each(const int *v, int n, void (*visit)(int, void *), void *context)
{
    for (int i = 0; i < n; i++)
        visit(v[i], context);
}
static void accumulate(int v, void *context) { *(long *)context += v; }
static void show(int v, void *context) { printf("%s%d", (const char *)context, v); }

int main(void)
{
    int v[] = {5, -3, 9, 0, 7, -3};
    sort(v, 6, sizeof *v, by_int);
    each(v, 6, show, " ");
    sort(v, 6, sizeof *v, by_int_down);
    each(v, 6, show, ",");
    long sum = 0;
    each(v, 6, accumulate, &sum);
    printf(" = %ld\n", sum);
    const char *words[] = {"pear", "apple", "fig", "banana"};
    sort(words, 4, sizeof *words, by_text);
    for (int i = 0; i < 4; i++)
        printf("%s ", words[i]);
    printf("\n");
    return 0;
}
