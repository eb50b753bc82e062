//@ property: asserts
//@ truth: true
//@ expect(smg-reach): true
// Example program 2 of the SMG value-analysis thesis (Figure 2): both branches lead to a result that is not negative.
#include <assert.h>

extern int nondet_int(void);

int main() {
    int flag = nondet_int();
    int a = 0;
    int b = 1;

    if (flag) {
        a = a + 1;
    } else {
        a = a + 2;
    }

    int res = a - b;
    if (res < 0) {
        assert(0);
    }
}
