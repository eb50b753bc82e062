//@ property: unreach
//@ truth: true
//@ soundness
// No library function sets errno to zero.
#include <errno.h>
#include <stdio.h>
extern void reach_error(void);

int main(void) {
    errno = 9;
    puts("x");
    fprintf(stdin, "x");
    if (errno == 0) reach_error();
    return 0;
}
