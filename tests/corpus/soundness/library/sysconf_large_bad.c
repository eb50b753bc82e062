//@ property: unreach
//@ truth: false
//@ soundness
// Limits of types are more than an int.
#define _GNU_SOURCE
#include <unistd.h>
extern void reach_error(void);

int main(void) {
    if (sysconf(_SC_UINT_MAX) > 2147483647) reach_error();
    return 0;
}
