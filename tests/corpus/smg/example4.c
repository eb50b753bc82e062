//@ property: asserts
//@ truth: true
//@ expect(smg-reach): true
// Example program 4 of the SMG value-analysis thesis (Figure 5): only `flag` matters; tracking `ticks` never ends.
#include <assert.h>

extern int nondet(void);

int main(void) {
    int x = nondet();
    int flag = 0, ticks = 0;
    int result;

    while (1) {
        ticks = ticks + 1;
        result = nondet();

        if (result == 0 || ticks > x) {
            break;
        }
    }

    if (flag > 0) {
        assert(0);
    }
}
