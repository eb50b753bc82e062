//@ property: unreach
//@ truth: false
//@ soundness
// An element of a list lies where one was that was taken out.
#include <stdlib.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct node {
    struct node *next;
    int value;
};

static struct node *head;

static struct node *push(int value) {
    struct node *n = malloc(sizeof *n);
    if (!n)
        abort();
    n->next = head;
    n->value = value;
    head = n;
    return n;
}

static void pop(void) {
    struct node *n = head;
    head = n->next;
    free(n);
}

int main(void) {
    struct node *first = push(1);
    pop();
    struct node *second = push(2);
    if (first == second)
        reach_error();
    return 0;
}
