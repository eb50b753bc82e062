// Nested aggregates with and without inner braces
#include <stdio.h>

struct inner { int a, b; };
struct outer { struct inner first; int mid[2]; struct inner last[2]; };

static void show(const struct outer *o)
{
    printf("%d %d | %d %d | %d %d %d %d\n", o->first.a, o->first.b, o->mid[0], o->mid[1], o->last[0].a, o->last[0].b,
           o->last[1].a, o->last[1].b);
}

int main(void)
{
    struct outer full = {{1, 2}, {3, 4}, {{5, 6}, {7, 8}}};
    struct outer flat = {1, 2, 3, 4, 5, 6, 7, 8};
    struct outer mixed = {{1}, 3, 4, {{5}, 7, 8}};
    struct outer partial = {1, 2, {3}};
    struct outer designated = {.last[1].b = 8, .mid[1] = 4, 5};
    show(&full);
    show(&flat);
    show(&mixed);
    show(&partial);
    show(&designated);
    int m[2][3] = {1, 2, 3, 4};
    int n[][2] = {{1}, {2, 3}, 4};
    printf("%d %d %d %zu\n", m[1][0], m[1][2], n[2][0], sizeof n / sizeof n[0]);
    struct inner list[] = {1, 2, 3, 4, 5};
    printf("%zu %d %d\n", sizeof list / sizeof list[0], list[2].a, list[2].b);
    struct inner copy = full.last[1];
    struct outer from = {copy, {9}, {copy}};
    show(&from);
    return 0;
}
