//@ property: memsafety
//@ truth: false
//@ expect(memsafety): false
// A text is ended anew after each character: after the last one there is no room.
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
    while (used < room && __VERIFIER_nondet_int()) {
        text[used++] = __VERIFIER_nondet_char();
        text[used] = 0; //@ error: valid-deref
    }
    int spaces = 0;
    for (char *at = text; *at; at++) spaces += *at == ' ';
    free(text);
    return spaces;
}
