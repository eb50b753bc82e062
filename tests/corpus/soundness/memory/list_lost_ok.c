//@ property: memsafety
//@ truth: true
//@ soundness
// The rest of a list is lost when its second element goes.
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

struct node { struct node *next; };

int main(void) {
    struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b), *c = malloc(sizeof *c);
    if (!a || !b || !c)
        abort();
    a->next = b;
    b->next = c;
    c->next = 0;
    if (__VERIFIER_nondet_uchar() == 7) {
        a->next = c;
        free(b);
    }
    b = c = 0;
    while (a) {
        struct node *next = a->next;
        free(a);
        a = next;
    }
    return 0;
}
