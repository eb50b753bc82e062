//@ property: unreach
//@ truth: false
//@ soundness
//@ assumption
//@ unseen: what lies behind the object is up to the linker
// A count is written through a number, over more than the object.
#include <stdio.h>
extern void reach_error(void);

char one;
char next = 5;

int main(void) {
    printf("abc%n", (long)&one);
    if (next != 5)
        reach_error();
    return 0;
}
