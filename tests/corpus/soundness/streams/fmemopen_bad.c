//@ property: unreach
//@ truth: false
//@ soundness
// A stream keeps the buffer that it gets, and writes to it.
#define _GNU_SOURCE
#include <stdio.h>
extern void reach_error(void);
static char b[64];
int main(void) {
    FILE *f = fmemopen(b, sizeof b, "w");
    if (!f) return 0;
    fputs("Q", f);
    fflush(f);
    if (b[0] == 'Q') reach_error();
    return 0;
}
