//@ property: unreach
//@ truth: false
//@ soundness
// gets meets the end of its input.
#include <stdio.h>
extern void reach_error(void);
extern char *gets(char *);
int main(void) {
    char b[9];
    gets(b);
    if (feof(stdin)) reach_error();
    return 0;
}
