//@ property: memsafety
//@ truth: false
//@ expect(memsafety): false(valid-deref)
// The last job of a queue is used although the queue is empty.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct job {
    struct job *next;
    int done;
};

struct queue {
    struct job *first, *last;
    struct queue *next;
};

static void put(struct queue *q) {
    struct job *j = malloc(sizeof *j);
    if (!j) abort();
    j->next = NULL;
    j->done = 0;
    if (q->last) q->last->next = j;
    else q->first = j;
    q->last = j;
}

int main(void) {
    struct queue *queues = NULL;
    while (__VERIFIER_nondet_int()) {
        struct queue *q = malloc(sizeof *q);
        if (!q) abort();
        q->first = q->last = NULL;
        q->next = queues;
        queues = q;
        if (__VERIFIER_nondet_int()) put(q);
    }
    while (queues) {
        struct queue *next = queues->next;
        queues->last->done = 1; //@ error: valid-deref
        free(queues->first);
        free(queues);
        queues = next;
    }
    return 0;
}
