//@ property: overflow
//@ truth: true
//@ soundness
#include <limits.h>
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
static int (*const measures[])(int) = {abs};

int main(void) {
    int number = __VERIFIER_nondet_bool() ? INT_MIN + 1 : 8;
    return measures[0](number) == 8;
}
