//@ property: unreach
//@ truth: false
//@ soundness
// The last member without a size lies behind the struct.
#include <stdlib.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct text { int length; char bytes[]; };

int main(void) {
    struct text *t = calloc(1, sizeof(struct text) + 4);
    if (!t)
        return 0;
    t->bytes[0] = __VERIFIER_nondet_uchar();
    int *words = (int *)t;
    if (words[1] != 0)
        reach_error();
    free(t);
    return 0;
}
