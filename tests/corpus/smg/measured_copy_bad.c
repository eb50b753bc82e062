//@ property: memsafety
//@ truth: false
//@ expect(memsafety): false
// A text of unknown length is measured, and copied to memory without room for the zero at its end.
#include <stdlib.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);

int main(void) {
    unsigned room = __VERIFIER_nondet_uint();
    if (room < 1 || room > 50) return 0;
    char *from = malloc(room);
    if (!from) abort();
    for (unsigned i = 0; i < room - 1; i++) from[i] = __VERIFIER_nondet_char();
    from[room - 1] = 0;
    char *to = malloc(strlen(from));
    if (!to) abort();
    strcpy(to, from); //@ error: valid-deref
    free(from);
    free(to);
    return 0;
}
