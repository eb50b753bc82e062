//@ property: memsafety
//@ truth: true
//@ expect(memsafety): true
// A queue of jobs: taking out the last job also resets the tail.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct job {
    int priority;
    struct job *next;
};

struct queue {
    struct job *head, *tail;
};

static void enqueue(struct queue *q, int priority) {
    struct job *job = malloc(sizeof *job);
    if (!job) abort();
    job->priority = priority;
    job->next = NULL;
    if (q->tail)
        q->tail->next = job;
    else
        q->head = job;
    q->tail = job;
}

static int dequeue(struct queue *q) {
    struct job *job = q->head;
    int priority = job->priority;
    q->head = job->next;
    if (!q->head) q->tail = NULL;
    free(job);
    return priority;
}

int main(void) {
    struct queue q = {NULL, NULL};
    int sum = 0;
    enqueue(&q, 1);
    enqueue(&q, 2);
    while (q.head && __VERIFIER_nondet_int()) sum += dequeue(&q);
    enqueue(&q, 3);
    while (q.head) sum += dequeue(&q);
    return sum == 0;
}
