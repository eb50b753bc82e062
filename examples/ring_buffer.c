// A ring buffer between a producer and a consumer that take turns as the keyboard says.
#include <assert.h>
#include <stdbool.h>
#include <stdio.h>

#define CAPACITY 4

struct ring {
    unsigned head;  // where the next item goes
    unsigned count; // how many items wait
    int items[CAPACITY];
};

static bool put(struct ring *ring, int item) {
    if (ring->count == CAPACITY)
        return false;
    ring->items[ring->head] = item;
    ring->head++;
    if (ring->head == CAPACITY)
        ring->head = 0;
    ring->count++;
    return true;
}

static bool take(struct ring *ring, int *item) {
    if (ring->count == 0)
        return false;
    *item = ring->items[(ring->head + CAPACITY - ring->count) % CAPACITY];
    ring->count--;
    return true;
}

int main(void) {
    struct ring ring = {0};
    int sent = 0;
    int received = 0;
    int c;
    while ((c = getchar()) != EOF) {
        int item;
        if (c == 'p' && put(&ring, sent % 100))
            sent = (sent + 1) % 100;
        else if (c == 't' && take(&ring, &item)) {
            assert(item == received); // first in, first out
            received = (received + 1) % 100;
            printf("took %d\n", item);
        }
        assert(ring.count <= CAPACITY);
    }
    return 0;
}
