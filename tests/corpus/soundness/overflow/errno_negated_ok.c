//@ property: overflow
//@ truth: true
//@ soundness
// errno is a small positive number after an error.
#include <errno.h>
#include <unistd.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    errno = __VERIFIER_nondet_uchar() ? 5 : 0;
    int r = -errno;
    return r == 3;
    return 0;
}
