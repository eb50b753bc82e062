//@ property: unreach
//@ truth: true
//@ soundness
// What clearerr says of the end holds.
#include <stdio.h>
extern void reach_error(void);

int main(void) {
    fputc(120, stdin);
    clearerr(stdin);
    if (feof(stdin)) reach_error();
    return 0;
}
