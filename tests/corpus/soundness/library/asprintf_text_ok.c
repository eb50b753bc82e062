//@ property: unreach
//@ truth: true
//@ soundness
// asprintf makes a text of its own.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    char *text;
    if (asprintf(&text, "%d", __VERIFIER_nondet_uchar()) > 0 && (text[0] < '0' || text[0] > '9'))
        reach_error();
    return 0;
}
