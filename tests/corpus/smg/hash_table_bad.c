//@ property: memsafety
//@ truth: false
//@ expect(memsafety): false
// A table of three chains is freed without its last chain.
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

#define BUCKETS 3

struct item {
    unsigned key;
    struct item *next;
};

static struct item *table[BUCKETS];

static void add(unsigned key) {
    struct item *item = malloc(sizeof *item);
    if (!item) abort();
    item->key = key;
    unsigned bucket = key % BUCKETS;
    item->next = table[bucket];
    table[bucket] = item;
}

static void clear(void) {
    for (int i = 0; i < BUCKETS - 1; i++) {
        while (table[i]) {
            struct item *item = table[i];
            table[i] = item->next;
            free(item);
        }
    }
    table[BUCKETS - 1] = NULL; //@ error: valid-memtrack
}

int main(void) {
    for (unsigned i = 0; i < 4; i++) add(__VERIFIER_nondet_uint());
    clear();
    return 0;
}
