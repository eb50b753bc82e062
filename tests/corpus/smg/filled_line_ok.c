//@ property: memsafety
//@ truth: true
//@ expect(memsafety): true
// The beginning of a line is filled; its end stays.
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
    if (filled < 0 || filled >= room) filled = 0;
    memset(line, '-', filled);
    char *at = line;
    while (*at) at++;
    free(line);
    return at != line;
}
