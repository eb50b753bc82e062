//@ property: memsafety
//@ truth: false
//@ expect(memsafety): false
// The only pointer to a buffer is overwritten with a fresh, larger one.
#include <stdlib.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned used = 0, room = 4;
    char *text = malloc(room);
    if (!text) return 1;
    unsigned wanted = __VERIFIER_nondet_uint() % 8;
    while (used < wanted) {
        if (used == room) {
            char *larger = malloc(2 * room);
            if (!larger) abort();
            memcpy(larger, text, room);
            room *= 2;
            text = larger; //@ error: valid-memtrack
        }
        text[used++] = 'x';
    }
    free(text);
    return 0;
}
