//@ property: unreach
//@ truth: true
//@ soundness
// Open streams differ.
#include <stdio.h>
extern void reach_error(void);

int main(void) {
    FILE *a = fopen("/dev/null", "r"), *b = fopen("/dev/null", "r"), *c = fopen("/dev/null", "r");
    if (b && a && a == c)
        reach_error();
    return 0;
}
