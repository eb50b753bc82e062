//@ property: memsafety
//@ truth: true
//@ expect(memsafety): true
// A text of unknown length is copied to memory of the same size, and the copy is changed up to its end.
#include <stdlib.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);

int main(void) {
    unsigned room = __VERIFIER_nondet_uint();
    if (room < 2 || room > 50) return 0;
    char *from = malloc(room), *to = malloc(room);
    if (!from || !to) abort();
    for (unsigned i = 0; i < room - 1; i++) from[i] = __VERIFIER_nondet_char();
    from[room - 1] = 0;
    strcpy(to, from);
    for (char *at = to; *at; at++) *at = 'x';
    free(from);
    free(to);
    return 0;
}
