//@ property: memsafety
//@ truth: true
//@ expect(memsafety): true
// An element is taken out of the middle of a doubly linked list.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct link {
    struct link *next, *prev;
    int data;
};

static struct link *append(struct link *last, int data) {
    struct link *fresh = malloc(sizeof *fresh);
    if (!fresh) abort();
    fresh->data = data;
    fresh->next = NULL;
    fresh->prev = last;
    if (last) last->next = fresh;
    return fresh;
}

static void unlink_from(struct link *l) {
    if (l->prev) l->prev->next = l->next;
    if (l->next) l->next->prev = l->prev;
    free(l);
}

int main(void) {
    struct link *first = append(NULL, 0), *middle = append(first, 1), *last = append(middle, 2);
    while (__VERIFIER_nondet_int()) last = append(last, 3);
    unlink_from(middle);
    while (last) {
        struct link *before = last->prev;
        free(last);
        last = before;
    }
    return 0;
}
