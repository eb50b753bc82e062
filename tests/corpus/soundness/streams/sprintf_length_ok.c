//@ property: unreach
//@ truth: true
//@ soundness
// Text in memory cannot fail.
#include <stdio.h>
extern void reach_error(void);

int main(void) {
    char b[20];
    if (sprintf(b, "%d", 12) != 2) reach_error();
    return 0;
}
