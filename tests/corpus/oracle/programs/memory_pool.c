// A bump allocator and a fixed-size pool over one heap block
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ARENA = 1024 };
static unsigned char *arena;
static size_t arena_used;

static void *bump(size_t n, size_t align)
{
    size_t at = (arena_used + align - 1) & ~(align - 1);
    if (at + n > ARENA)
        return NULL;
    arena_used = at + n;
    return arena + at;
}

struct cell { struct cell *next; };
struct pool { struct cell *free; size_t size; int out; };

static void *pool_get(struct pool *p)
{
    if (p->free) {
        struct cell *c = p->free;
        p->free = c->next;
        p->out++;
        return c;
    }
    void *fresh = bump(p->size, _Alignof(struct cell));
    if (fresh)
        p->out++;
    return fresh;
}

static void pool_put(struct pool *p, void *m)
{
    struct cell *c = m;
    c->next = p->free;
    p->free = c;
    p->out--;
}

int main(void)
{
    arena = malloc(ARENA);
    if (!arena)
        return 1;
    char *a = bump(3, 1);
    int64_t *b = bump(sizeof *b, 8);
    memcpy(a, "hi", 3);
    *b = -5;
    printf("%s %lld %zu %d\n", a, (long long)*b, arena_used, (int)((uintptr_t)b % 8));
    struct pool p = {NULL, 24, 0};
    char *blocks[5];
    for (int i = 0; i < 5; i++) {
        blocks[i] = pool_get(&p);
        memset(blocks[i], 'a' + i, 24);
    }
    pool_put(&p, blocks[1]);
    pool_put(&p, blocks[3]);
    char *x = pool_get(&p), *y = pool_get(&p);
    printf("%d %d %d %c\n", x == blocks[3], y == blocks[1], p.out, blocks[2][23]);
    int n = 0;
    while (pool_get(&p))
        n++;
    printf("%d %d\n", n, bump(1000, 1) == NULL);
    free(arena);
    return 0;
}
