//@ property: unreach
//@ truth: true
//@ soundness
// strtok writes zeros into its text.
#include <string.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    char text[4] = "a,b";
    text[1] = __VERIFIER_nondet_uchar() & 1 ? ',' : '.';
    strtok(text, ",");
    if (text[1] == ',')
        reach_error();
    return 0;
}
