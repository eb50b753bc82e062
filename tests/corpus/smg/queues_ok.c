//@ property: memsafety
//@ truth: true
//@ expect(memsafety): true
// A list of queues, each with its first and last job.
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
        if (queues->last) queues->last->done = 1;
        free(queues->first);
        free(queues);
        queues = next;
    }
    return 0;
}
