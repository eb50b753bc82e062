//@ property: unreach
//@ truth: true
//@ soundness
// strtol writes where it stopped.
#include <stdlib.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    char text[4] = "12x";
    char *end = 0;
    text[1] = __VERIFIER_nondet_uchar() & 1 ? '2' : 'y';
    strtol(text, &end, 10);
    if (end == text + 3)
        reach_error();
    return 0;
}
