//@ property: memsafety
//@ truth: true
//@ expect(memsafety): true
// A stack of actions is popped while there is something on it.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct action {
    int what;
    struct action *below;
};

static void push(struct action **top, int what) {
    struct action *a = malloc(sizeof *a);
    if (!a) abort();
    a->what = what;
    a->below = *top;
    *top = a;
}

static int pop(struct action **top) {
    struct action *a = *top;
    int what = a->what;
    *top = a->below;
    free(a);
    return what;
}

int main(void) {
    struct action *stack = NULL;
    while (__VERIFIER_nondet_int()) {
        switch (__VERIFIER_nondet_int()) {
        case 0: push(&stack, 1); break;
        case 1:
            if (stack) pop(&stack);
            break;
        default: break;
        }
    }
    while (stack) pop(&stack);
    return 0;
}
