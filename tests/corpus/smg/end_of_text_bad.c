//@ property: memsafety
//@ truth: false
//@ expect(memsafety): false
// A character is changed in a text of unknown length: it may be the zero that ends it.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

static int length_of(const char *text) {
    const char *at = text;
    while (*at) at++; //@ error: valid-deref
    return at - text;
}

int main(void) {
    int room = __VERIFIER_nondet_int();
    if (room < 1 || room > 100) return 0;
    char *text = malloc(room);
    if (!text) abort();
    for (int i = 0; i < room - 1; i++) text[i] = __VERIFIER_nondet_char();
    text[room - 1] = 0;
    int at = __VERIFIER_nondet_int();
    if (at >= 0 && at < room) text[at] = 'x';
    int length = length_of(text);
    free(text);
    return length;
}
