//@ property: overflow
//@ truth: true
//@ soundness
// The number of a process is far from the greatest.
#include <unistd.h>

int main(void) {
    int next = getpid() + 1;
    return next == 0;
    return 0;
}
