//@ property: memsafety
//@ truth: false
//@ expect(memsafety): false
// An element is deleted from an array; one element too many moves.
#include <stdlib.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

static unsigned delete_at(long *items, unsigned count, unsigned at) {
    memmove(&items[at], &items[at + 1], (count - at) * sizeof *items); //@ error: valid-deref
    return count - 1;
}

int main(void) {
    unsigned count = 6;
    long *items = malloc(count * sizeof *items);
    if (!items) return 1;
    for (unsigned i = 0; i < count; i++) items[i] = i;
    unsigned at = __VERIFIER_nondet_uint();
    if (at < count) count = delete_at(items, count, at);
    free(items);
    return count < 5;
}
