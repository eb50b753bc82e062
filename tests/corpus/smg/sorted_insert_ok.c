//@ property: memsafety
//@ truth: true
//@ expect(memsafety): true
// Numbers are put into a sorted list.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int key;
    struct node *next;
};

static struct node *insert(struct node *list, int key) {
    struct node *fresh = malloc(sizeof *fresh);
    if (!fresh) abort();
    fresh->key = key;
    fresh->next = NULL;
    if (!list || key <= list->key) {
        fresh->next = list;
        return fresh;
    }
    struct node *before = list;
    while (before->next && before->next->key < key) before = before->next;
    fresh->next = before->next;
    before->next = fresh;
    return list;
}

int main(void) {
    struct node *list = NULL;
    for (int i = 0; i < 3; i++)
        list = insert(list, __VERIFIER_nondet_int());
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
