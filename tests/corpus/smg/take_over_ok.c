//@ property: memsafety
//@ truth: true
//@ expect(memsafety): true
// A sink takes over what it is given.
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
    for (int i = 0; i < s->count; i++) free(s->parts[i]);
}

int main(void) {
    struct sink s = {{NULL}, 0};
    for (int i = 0; i < 6; i++) {
        void *part = malloc(16);
        if (!part) abort();
        if (!give(&s, part)) free(part);
    }
    close_sink(&s);
    return 0;
}
