//@ property: memsafety
//@ truth: false
//@ expect(memsafety): false
// A sink takes over what it is given; the caller frees it as well.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct sink {
    void *parts[4];
    int count;
};

static int give(struct sink *s, void *part) {
    if (s->count == 4) return 0;
    s->parts[s->count++] = part;
    return 1;
}

static void close_sink(struct sink *s) {
    for (int i = 0; i < s->count; i++) free(s->parts[i]); //@ error: valid-free
}

int main(void) {
    struct sink s = {{NULL}, 0};
    for (int i = 0; i < 6; i++) {
        void *part = malloc(16);
        if (!part) abort();
        if (!give(&s, part)) free(part);
        else if (i == 3 && __VERIFIER_nondet_int()) free(part);
    }
    close_sink(&s);
    return 0;
}
