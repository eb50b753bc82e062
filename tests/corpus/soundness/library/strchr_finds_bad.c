//@ property: unreach
//@ truth: false
//@ soundness
// strchr returns a pointer into the text.
#include <string.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    char text[4] = "xyz";
    char *p = strchr(text, __VERIFIER_nondet_uchar());
    if (p)
        *p = 'q';
    if (text[1] == 'q' && p)
        reach_error();
    return 0;
}
