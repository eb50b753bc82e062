//@ property: memsafety
//@ truth: false
//@ soundness
// What strdup returns belongs to the program.
#include <stdlib.h>
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    char text[3] = "ab";
    text[0] = __VERIFIER_nondet_uchar();
    char *copy = strdup(text);
    if (text[0])
        free(copy);
    copy = 0;
    return 0;
}
