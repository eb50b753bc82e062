//@ property: unreach
//@ truth: false
//@ soundness
// Limits of types are less than zero.
#define _GNU_SOURCE
#include <unistd.h>
extern void reach_error(void);

int main(void) {
    if (sysconf(_SC_INT_MIN) < -1) reach_error();
    return 0;
}
