//@ property: unreach
//@ truth: false
//@ soundness
// Output may fail.
#include <stdio.h>
extern void reach_error(void);

int main(void) {
    if (fprintf(stdin, "x") < 0) reach_error();
    return 0;
}
