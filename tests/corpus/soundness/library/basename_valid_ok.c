//@ property: memsafety
//@ truth: true
//@ soundness
// basename returns a text.
#include <libgen.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    char path[8] = "a/b";
    char *name = basename(path);
    return name[0] == __VERIFIER_nondet_uchar();
    return 0;
}
