//@ property: memsafety
//@ truth: false
//@ expect(memsafety): false
//@ inputs: 4 1 1 1 1 4
// The beginning of a line is filled; that may be all of it with its end.
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

int main(void) {
    int room = __VERIFIER_nondet_int();
    if (room < 4 || room > 50) return 0;
    char *line = malloc(room);
    if (!line) abort();
    for (int i = 0; i < room; i++) line[i] = __VERIFIER_nondet_char();
    line[room - 1] = 0;
    int filled = __VERIFIER_nondet_int();
    if (filled < 0 || filled > room) filled = 0;
    memset(line, '-', filled);
    char *at = line;
    while (*at) at++; //@ error: valid-deref
    free(line);
    return at != line;
}
