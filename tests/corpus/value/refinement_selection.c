//@ property: asserts
//@ truth: true
//@ expect(value): true
// Two reasons make the path infeasible: `b` and the loop counter `i`. Refinement must choose `b`.
#include <assert.h>

extern int nondet(void);

int main(void) {
    int b = 0;
    int i = 0;
    for (int j = 0; j < nondet(); j++) {
        i++;
    }
    if (i >= 100000000) {
        if (b != 0) {
            assert(0);
        }
    }
    return 0;
}
