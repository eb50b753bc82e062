//@ property: memsafety
//@ truth: false
//@ expect(memsafety): false
// A ring of unknown length is taken apart: the first element is freed again at the end.
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
    free(at); //@ error: valid-free
    return 0;
}
