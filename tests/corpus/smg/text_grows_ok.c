//@ property: memsafety
//@ truth: true
//@ expect(memsafety): true
// A text is ended anew after each character, while there is room.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

int main(void) {
    int room = __VERIFIER_nondet_int();
    if (room < 2 || room > 50) return 0;
    char *text = malloc(room);
    if (!text) abort();
    int used = 0;
    text[0] = 0;
    while (used < room - 1 && __VERIFIER_nondet_int()) {
        text[used++] = __VERIFIER_nondet_char();
        text[used] = 0;
    }
    int spaces = 0;
    for (char *at = text; *at; at++) spaces += *at == ' ';
    free(text);
    return spaces;
}
