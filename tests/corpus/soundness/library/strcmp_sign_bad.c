//@ property: unreach
//@ truth: false
//@ soundness
// strcmp promises a sign only.
#include <string.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    char a[2] = "a", b[2] = "a";
    b[0] = 'a' + __VERIFIER_nondet_uchar() % 4;
    volatile int r = strcmp(b, a);
    if (r > 0)
        reach_error();
    return 0;
}
