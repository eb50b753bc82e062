//@ property: overflow
//@ truth: true
//@ soundness
// A short time of the processor in other units.
#include <time.h>

int main(void) {
    long t = clock() * 1000;
    return t == 1;
    return 0;
}
