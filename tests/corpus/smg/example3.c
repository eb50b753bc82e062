//@ property: asserts
//@ truth: true
//@ expect(smg-reach): true
// Example program 3 of the SMG value-analysis thesis (Figure 4): a contradiction that explicit values do not see.
#include <assert.h>

int main(int x) {
    if (x < 0) {
        if (x == 0) {
            assert(0);
        }
    }
}
