//@ property: memsafety
//@ truth: true
//@ soundness
// ctime returns a text.
#include <time.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    time_t t = 0;
    char *text = ctime(&t);
    return text && text[0] == __VERIFIER_nondet_uchar();
    return 0;
}
