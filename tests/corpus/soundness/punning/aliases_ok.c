//@ property: unreach
//@ truth: true
//@ soundness
// Three pointers of different types to one block.
#include <stdlib.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    void *block = calloc(8, 1);
    if (!block)
        abort();
    int *i = block;
    short *s = block;
    char *c = block;
    i[1] = __VERIFIER_nondet_uchar();
    s[3] = 2;
    if (c[5] == 9 && i[1] > 255)
        reach_error();
    free(block);
    return 0;
}
