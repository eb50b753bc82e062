//@ property: unreach
//@ truth: false
//@ expect(dataflow): false
// The newest object of an allocation is an older one after a call that allocates again.
#include <stdlib.h>
extern void reach_error(void);
static int **last;

static int **make(int *to) {
    int **box = malloc(sizeof *box);
    if (!box) {
        exit(0);
    }
    *box = to;
    last = box;
    return box;
}

int main(void) {
    int a = 1, b = 2;
    int **first = make(&a);
    make(&b);
    **first = 5;
    if (a == 5 && b == 2) {
        reach_error(); //@ error: unreach-call
    }
    return 0;
}
