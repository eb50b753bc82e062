//@ property: memsafety
//@ truth: false
//@ soundness
// strlen of characters without a zero.
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    char text[4];
    for (int i = 0; i < 4; i++)
        text[i] = 'a';
    if (__VERIFIER_nondet_uchar())
        text[3] = 0;
    return strlen(text) > 9;
    return 0;
}
