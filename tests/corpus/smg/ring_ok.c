//@ property: memsafety
//@ truth: true
//@ expect(memsafety): true
// A ring of unknown length is taken apart.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct seat {
    struct seat *next;
};

int main(void) {
    struct seat *ring = malloc(sizeof *ring);
    if (!ring) abort();
    ring->next = ring;
    while (__VERIFIER_nondet_int()) {
        struct seat *seat = malloc(sizeof *seat);
        if (!seat) abort();
        seat->next = ring->next;
        ring->next = seat;
    }
    struct seat *at = ring->next;
    while (at != ring) {
        struct seat *next = at->next;
        free(at);
        at = next;
    }
    free(ring);
    return 0;
}
