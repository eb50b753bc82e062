//@ property: asserts
//@ truth: true
//@ expect(auto): true
// A number that stands in a text is that number.
#include <assert.h>
#include <stdio.h>

int main(void) {
    int x = 0;
    if (sscanf("17", "%d", &x) == 1)
        assert(x == 17);
    return 0;
}
