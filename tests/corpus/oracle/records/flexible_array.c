// Flexible array members: allocation, sizeof, static initialisation
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text { unsigned short length; char data[]; };
struct table { int n; double rows[]; };

static struct text fixed = {5, "fixed"};

static struct text *make(const char *s)
{
    size_t n = strlen(s);
    struct text *t = malloc(sizeof *t + n + 1);
    if (!t)
        exit(1);
    t->length = n;
    memcpy(t->data, s, n + 1);
    return t;
}

int main(void)
{
    printf("%zu %zu\n", sizeof(struct text), sizeof(struct table));
    printf("%.*s %d\n", fixed.length, fixed.data, (int)sizeof fixed);
    struct text *a = make("hello"), *b = make("");
    printf("%d %s|%s|\n", a->length, a->data, b->data);
    a = realloc(a, sizeof *a + 12);
    if (!a)
        return 1;
    strcat(a->data, " world");
    printf("%s\n", a->data);
    free(a);
    free(b);
    struct table *t = malloc(sizeof *t + 4 * sizeof t->rows[0]);
    if (!t)
        return 1;
    t->n = 4;
    for (int i = 0; i < t->n; i++)
        t->rows[i] = i / 2.0;
    printf("%.1f\n", t->rows[3]);
    free(t);
    return 0;
}
