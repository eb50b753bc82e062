//@ property: memsafety
//@ truth: true
//@ expect(memsafety): true
// Each task of a project knows its project.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct project;

struct task {
    struct project *owner;
    struct task *next;
};

struct project {
    int number;
    struct task *tasks;
    struct project *next;
};

int main(void) {
    struct project *projects = NULL;
    while (__VERIFIER_nondet_int()) {
        struct project *p = malloc(sizeof *p);
        if (!p) abort();
        p->number = 1;
        p->tasks = NULL;
        while (__VERIFIER_nondet_int()) {
            struct task *t = malloc(sizeof *t);
            if (!t) abort();
            t->owner = p;
            t->next = p->tasks;
            p->tasks = t;
        }
        p->next = projects;
        projects = p;
    }
    int sum = 0;
    while (projects) {
        struct project *p = projects;
        struct task *t = p->tasks;
        projects = p->next;
        while (t) {
            struct task *next = t->next;
            sum |= t->owner->number;
            free(t);
            t = next;
        }
        free(p);
    }
    return sum == 0;
}
