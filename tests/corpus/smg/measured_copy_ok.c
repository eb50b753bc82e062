//@ property: memsafety
//@ truth: true
//@ expect(memsafety): true
// A text of unknown length is measured, and copied to memory of its size.
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
    char *to = malloc(strlen(from) + 1);
    if (!to) abort();
    strcpy(to, from);
    free(from);
    free(to);
    return 0;
}
