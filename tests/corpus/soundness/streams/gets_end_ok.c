//@ property: unreach
//@ truth: true
//@ soundness
// Where gets finds nothing the input is over or cannot be read.
#include <stdio.h>
extern void reach_error(void);
extern char *gets(char *);
int main(void) {
    char b[9];
    if (gets(b) == 0 && !feof(stdin) && !ferror(stdin)) reach_error();
    return 0;
}
