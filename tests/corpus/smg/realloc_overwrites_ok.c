//@ property: memsafety
//@ truth: true
//@ expect(memsafety): true
// The old buffer is freed once its content has moved to a fresh, larger one.
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
            free(text);
            text = larger;
        }
        text[used++] = 'x';
    }
    free(text);
    return 0;
}
