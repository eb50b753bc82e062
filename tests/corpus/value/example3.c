//@ property: asserts
//@ truth: true
//@ expect(value): unknown
//@ expect(value-interval): true
// Example program 3 of the SMG value-analysis thesis (Figure 4): explicit values cannot tell that x < 0 excludes x == 0.
#include <assert.h>

extern int nondet(void);

int main(void) {
    int x = nondet();
    if (x < 0) {
        if (x == 0) {
            assert(0);
        }
    }
}
