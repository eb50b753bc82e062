//@ property: unreach
//@ truth: false
//@ soundness
// strncmp looks at no more characters than it is told.
#include <string.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    char a[4] = "abc", b[4] = "abd";
    b[1] = __VERIFIER_nondet_uchar();
    if (strncmp(a, b, 3) != 0 && b[1] == 'b')
        reach_error();
    return 0;
}
