//@ property: unreach
//@ truth: false
//@ soundness
// Output that fails sets the error of the stream.
#include <stdio.h>
extern void reach_error(void);

int main(void) {
    int before = ferror(stdin);
    fprintf(stdin, "x");
    if (ferror(stdin) != before) reach_error();
    return 0;
}
