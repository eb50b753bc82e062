// Struct assignment copies all members; chained, self and through pointers
#include <stdio.h>

struct inner { char name[6]; int n; };
struct outer { struct inner one; struct inner many[2]; double d; };

static int same(const struct inner *a, const struct inner *b)
{
    for (int i = 0; i < 6; i++)
        if (a->name[i] != b->name[i])
            return 0;
    return a->n == b->n;
}

int main(void)
{
    struct inner i = {"abc", 7}, j, k;
    k = j = i;
    i.name[0] = 'X';
    printf("%s %s %s %d\n", i.name, j.name, k.name, same(&j, &k));
    struct outer o = {.one = j, .many = {k, {"def", 8}}, .d = 1.5}, copy;
    copy = o;
    copy.many[0] = copy.many[1];
    printf("%s %s %.1f\n", o.many[0].name, copy.many[0].name, copy.d);
    struct outer *p = &copy, *q = &o;
    *q = *p;
    *q = *q;
    printf("%s %d\n", q->many[0].name, q->many[0].n);
    struct inner *pi = &q->one;
    *pi = (struct inner){.n = 99};
    printf("[%s] %d %d\n", o.one.name, o.one.n, copy.one.n);
    struct { int a, b; } anonymous = {1, 2}, other;
    other = anonymous;
    printf("%d\n", other.b);
    struct inner list[3] = {{"a", 1}, {"b", 2}, {"c", 3}};
    struct inner t = list[0];
    list[0] = list[2];
    list[2] = t;
    printf("%s%s%s\n", list[0].name, list[1].name, list[2].name);
    return 0;
}
