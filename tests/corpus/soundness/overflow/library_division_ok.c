//@ property: overflow
//@ truth: true
//@ soundness
#include <limits.h>
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int small = __VERIFIER_nondet_bool();
    int number = small ? INT_MIN : 8;
    int by = small ? 1 : -1;
    return div(number, by).quot == -8;
}
