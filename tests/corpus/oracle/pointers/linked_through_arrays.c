// Pointers into arrays of structs as links, and pointers past the end
#include <stdio.h>

struct slot { struct slot *next; int key; };

static struct slot pool[6];
static struct slot *free_list;

static void reset(void)
{
    struct slot *end = pool + sizeof pool / sizeof *pool;
    free_list = 0;
    for (struct slot *s = end; s-- > pool;) {
        s->next = free_list;
        free_list = s;
    }
}

static struct slot *take(int key)
{
    struct slot *s = free_list;
    if (s) {
        free_list = s->next;
        s->key = key;
    }
    return s;
}

static void give(struct slot *s)
{
    s->next = free_list;
    free_list = s;
}

int main(void)
{
    reset();
    struct slot *a = take(1), *b = take(2), *c = take(3);
    printf("%td %td %td\n", a - pool, b - pool, c - pool);
    give(b);
    struct slot *d = take(4);
    printf("%td %d\n", d - pool, b->key);
    int n = 0;
    while (take(9))
        n++;
    printf("%d %d\n", n, free_list == 0);
    give(a);
    give(c);
    for (struct slot *s = free_list; s; s = s->next)
        printf("%td ", s - pool);
    printf("\n");
    return 0;
}
