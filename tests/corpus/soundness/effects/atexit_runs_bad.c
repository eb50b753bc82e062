//@ property: unreach
//@ truth: false
//@ soundness
// What atexit registered runs at the end.
#include <stdlib.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static int wanted;
static void finish(void) {
    if (wanted == 9)
        reach_error();
}

int main(void) {
    atexit(finish);
    wanted = __VERIFIER_nondet_uchar();
    return 0;
}
