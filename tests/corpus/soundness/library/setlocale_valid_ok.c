//@ property: memsafety
//@ truth: true
//@ soundness
// setlocale returns a text or null.
#include <locale.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    char *name = setlocale(LC_ALL, 0);
    return name && name[0] == __VERIFIER_nondet_uchar();
    return 0;
}
