// qsort and bsearch with comparison functions
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry { char key[8]; int value; };

static int by_value(const void *a, const void *b)
{
    const int *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}
static int by_key(const void *a, const void *b)
{
    return strcmp(((const struct entry *)a)->key, ((const struct entry *)b)->key);
}

int main(void)
{
    int v[] = {42, -7, 13, 0, 99, -50, 13, 8};
    qsort(v, 8, sizeof *v, by_value);
    for (int i = 0; i < 8; i++)
        printf("%d ", v[i]);
    printf("\n");
    int wanted = 99, missing = 14;
    int *hit = bsearch(&wanted, v, 8, sizeof *v, by_value);
    printf("%d %d\n", hit ? (int)(hit - v) : -1, bsearch(&missing, v, 8, sizeof *v, by_value) == NULL);
    struct entry table[] = {{"pear", 3}, {"apple", 1}, {"fig", 2}};
    qsort(table, 3, sizeof *table, by_key);
    for (int i = 0; i < 3; i++)
        printf("%s=%d ", table[i].key, table[i].value);
    struct entry key = {.key = "fig"};
    struct entry *found = bsearch(&key, table, 3, sizeof *table, by_key);
    printf("%d\n", found ? found->value : -1);
    qsort(v, 1, sizeof *v, by_value);
    qsort(v, 0, sizeof *v, by_value);
    return 0;
}
