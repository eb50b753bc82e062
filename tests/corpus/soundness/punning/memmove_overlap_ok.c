//@ property: unreach
//@ truth: true
//@ soundness
// memmove within one array, to a place that overlaps.
#include <string.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char a[6] = {1, 2, 3, 4, 5, 6};
    a[0] = __VERIFIER_nondet_uchar();
    memmove(a + 2, a, 4);
    if (a[2] == 9 && a[5] != 4)
        reach_error();
    return 0;
}
