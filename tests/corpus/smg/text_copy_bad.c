//@ property: memsafety
//@ truth: false
//@ expect(memsafety): false
// A text of unknown length is copied to memory that has no room for the zero at its end.
#include <stdlib.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);

int main(void) {
    unsigned room = __VERIFIER_nondet_uint();
    if (room < 2 || room > 50) return 0;
    char *from = malloc(room), *to = malloc(room - 1);
    if (!from || !to) abort();
    for (unsigned i = 0; i < room - 1; i++) from[i] = __VERIFIER_nondet_char();
    from[room - 1] = 0;
    strcpy(to, from); //@ error: valid-deref
    for (char *at = to; *at; at++) *at = 'x';
    free(from);
    free(to);
    return 0;
}
