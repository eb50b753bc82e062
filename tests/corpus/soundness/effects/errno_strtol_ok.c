//@ property: unreach
//@ truth: true
//@ soundness
// strtol sets errno.
#include <errno.h>
#include <stdlib.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    errno = 0;
    long n = strtol(__VERIFIER_nondet_uchar() > 5 ? "99999999999999999999999" : "1", 0, 10);
    if (errno == ERANGE && n == 1)
        reach_error();
    return 0;
}
