//@ property: memsafety
//@ truth: false
//@ expect(memsafety): false(valid-free)
// The books of a shelf are freed twice.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct book {
    struct book *next;
};

struct shelf {
    struct book *books;
    struct shelf *next;
};

struct room {
    struct shelf *shelves;
    struct room *next;
};

static void free_books(struct book *b) {
    while (b) {
        struct book *next = b->next;
        free(b);
        b = next;
    }
}

static void free_shelves(struct shelf *s) {
    while (s) {
        struct shelf *next = s->next;
        free_books(s->books);
        free(s->books); //@ error: valid-free
        free(s);
        s = next;
    }
}

int main(void) {
    struct room *rooms = NULL;
    while (__VERIFIER_nondet_int()) {
        struct room *r = malloc(sizeof *r);
        if (!r) abort();
        r->shelves = NULL;
        while (__VERIFIER_nondet_int()) {
            struct shelf *s = malloc(sizeof *s);
            if (!s) abort();
            s->books = NULL;
            while (__VERIFIER_nondet_int()) {
                struct book *b = malloc(sizeof *b);
                if (!b) abort();
                b->next = s->books;
                s->books = b;
            }
            s->next = r->shelves;
            r->shelves = s;
        }
        r->next = rooms;
        rooms = r;
    }
    while (rooms) {
        struct room *next = rooms->next;
        free_shelves(rooms->shelves);
        free(rooms);
        rooms = next;
    }
    return 0;
}
