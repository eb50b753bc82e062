//@ property: unreach
//@ truth: true
//@ soundness
// Pages have one size.
#define _GNU_SOURCE
#include <unistd.h>
extern void reach_error(void);

int main(void) {
    if (sysconf(_SC_PAGESIZE) != getpagesize()) reach_error();
    return 0;
}
