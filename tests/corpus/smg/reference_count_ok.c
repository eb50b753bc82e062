//@ property: memsafety
//@ truth: true
//@ expect(memsafety): true
// A shared object is released as often as it was taken.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct shared {
    int users;
    int payload;
};

static struct shared *make(int payload) {
    struct shared *s = malloc(sizeof *s);
    if (!s) abort();
    s->users = 1;
    s->payload = payload;
    return s;
}

static struct shared *take(struct shared *s) {
    s->users++;
    return s;
}

static void release(struct shared *s) {
    if (--s->users == 0) free(s);
}

int main(void) {
    struct shared *first = make(5);
    struct shared *second = NULL;
    if (__VERIFIER_nondet_int()) second = take(first);
    release(first);
    if (second) release(second);
    return 0;
}
