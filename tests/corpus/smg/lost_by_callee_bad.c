//@ property: memsafety
//@ truth: false
//@ expect(memsafety): false
// The callee overwrites its parameter and exits; the caller's temporary with the argument is not read any more.
#include <stdlib.h>

static void consume(char *text, int code) {
    text[0] = 0;
    text = 0; //@ error: valid-memtrack
    if (code != 7) exit(code);
}

static char *make(void) {
    char *text = malloc(8);
    if (!text) exit(2);
    return text;
}

extern int __VERIFIER_nondet_int(void);

int main(void) {
    consume(make(), __VERIFIER_nondet_int());
    return 0;
}
