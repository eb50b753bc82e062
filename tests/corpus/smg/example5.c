//@ property: asserts
//@ truth: false
//@ expect(smg-reach): false
// Example program 5 of the SMG value-analysis thesis (Figure 6): the second assertion fails at once; the loop counter is never tracked.
#include <assert.h>

extern int nondet(void);

int main(void) {
    int b = 0;
    int i = 0;
    for (int j = 0; j < nondet(); j++) {
        i++;
    }

    assert(i < 100000000);
    assert(b != 0);
}
