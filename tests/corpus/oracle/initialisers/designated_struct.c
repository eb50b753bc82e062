// Designated initialisers of struct members, in any order, and positional ones after them
#include <stdio.h>

struct item { int id; char code; double price; const char *name; int stock; };

static struct item global = {.name = "global", .id = 9};

int main(void)
{
    struct item a = {.price = 2.5, .id = 1, .name = "a"};
    struct item b = {.code = 'b', 7.5, "b", 3};
    struct item c = {1, .price = 1.5, .id = 2, 'c'};
    struct item d = {.id = 1, .id = 2, .stock = 5, .stock = 6};
    struct item *all[] = {&a, &b, &c, &d, &global};
    for (int i = 0; i < 5; i++) {
        struct item *p = all[i];
        printf("%d %d %.1f %s %d\n", p->id, p->code, p->price, p->name ? p->name : "-", p->stock);
    }
    struct { int x; struct { int y, z; } in; } n = {.in.z = 3, .x = 1, .in.y = 2};
    printf("%d %d %d\n", n.x, n.in.y, n.in.z);
    return 0;
}
