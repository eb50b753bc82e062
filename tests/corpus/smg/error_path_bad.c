//@ property: memsafety
//@ truth: false
//@ expect(memsafety): false
// When the second allocation is refused, the first is forgotten.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct session {
    char *input, *output;
};

static int open_session(struct session *s) {
    s->input = malloc(64);
    if (!s->input) return -1;
    s->output = __VERIFIER_nondet_int() ? malloc(64) : NULL;
    if (!s->output) goto failed;
    return 0;
failed:
    s->input = NULL; //@ error: valid-memtrack
    return -1;
}

int main(void) {
    struct session s;
    if (open_session(&s)) return 1;
    s.input[0] = s.output[63] = 'a';
    free(s.input);
    free(s.output);
    return 0;
}
