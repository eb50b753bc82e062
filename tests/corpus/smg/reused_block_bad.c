//@ property: unreach
//@ truth: false
//@ expect(smg-reach): unknown
// Memory that was freed may be used again: the new block can have the old address.
#include <stdint.h>
#include <stdlib.h>

extern void reach_error(void);

int main(void) {
    char *old = malloc(24);
    uintptr_t number = (uintptr_t)old;
    free(old);
    char *new = malloc(24);
    int same = (uintptr_t)new == number;
    free(new);
    if (same) reach_error();
    return 0;
}
