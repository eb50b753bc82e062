// Addresses of members, container_of and offsets
#include <stddef.h>
#include <stdio.h>

#define CONTAINER_OF(p, type, member) ((type *)((char *)(p)-offsetof(type, member)))

struct list { struct list *next; };
struct item { int value; struct list link; short extra[4]; };

int main(void)
{
    struct item a = {1, {0}, {10}}, b = {2, {&a.link}, {20, 21}}, c = {3, {&b.link}, {30, 31, 32}};
    for (struct list *l = &c.link; l; l = l->next) {
        struct item *i = CONTAINER_OF(l, struct item, link);
        printf("%d %d\n", i->value, i->extra[0]);
    }
    short *e = &c.extra[2];
    struct item *owner = CONTAINER_OF(e, struct item, extra[2]);
    printf("%d %d\n", owner->value, owner == &c);
    int *v = &b.value;
    *v = 50;
    printf("%d\n", b.value);
    printf("%d\n", (void *)&a == (void *)&a.value);
    printf("%d\n", (char *)&a.extra[3] - (char *)&a == offsetof(struct item, extra[3]));
    printf("%zu\n", __builtin_offsetof(struct item, extra) - offsetof(struct item, link));
    return 0;
}
