// A bump allocator: hands out aligned pieces of a pool, and forgets them all at once.
#include <assert.h>
#include <stddef.h>
#include <stdio.h>

#define POOL 64
#define ALIGNMENT 8

static unsigned char pool[POOL];
static size_t used;

static void *allocate(size_t size) {
    size_t start = (used + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (start > POOL || size > POOL - start)
        return NULL;
    used = start + size;
    return pool + start;
}

int main(void) {
    unsigned long size;
    while (scanf("%lu", &size) == 1) {
        unsigned char *block = allocate(size);
        assert(block == NULL || size <= POOL);
        if (block != NULL && size > 0) {
            block[0] = 1;
            block[size - 1] = 1;
        }
    }
    printf("%zu of %d bytes used\n", used, POOL);
    return 0;
}
