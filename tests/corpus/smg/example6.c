//@ property: asserts
//@ truth: true
//@ expect(smg-reach): true
// Example program 6 of the SMG value-analysis thesis (Figure 10): a doubly linked list of any length, and a count of its elements.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

typedef struct node {
    int data;
    struct node *prev;
    struct node *next;
} *List;

int main(void) {
    List curr = malloc(sizeof(struct node));
    if (curr == 0) exit(1);
    List old = curr;
    curr->data = -3;
    curr->prev = 0;
    curr->next = 0;
    int length = 0;
    for (int i = 0; i < __VERIFIER_nondet_int(); i++) {
        curr->next = malloc(sizeof(struct node));
        if (curr->next == 0) exit(1);
        curr->next->prev = curr;
        curr = curr->next;
        curr->data = i;
        curr->next = 0;
        length = i + 1;
    }
    curr->data = 3;
    curr = old;
    while (curr->next != 0) {
        curr = curr->next;
    }
    assert(curr->data == 3);
    if (curr->prev != 0) {
        while (curr->prev != 0) {
            curr = curr->prev;
            length--;
        }
        assert(curr->data == -3);
        assert(length == 0);
    }
}
