//@ property: unreach
//@ truth: true
//@ soundness
// The user of a process stays the same.
#include <unistd.h>
extern void reach_error(void);

int main(void) {
    unsigned a = getuid(), b = getuid();
    if (a != b)
        reach_error();
    return 0;
}
