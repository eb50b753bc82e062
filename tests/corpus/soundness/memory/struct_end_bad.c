//@ property: memsafety
//@ truth: false
//@ soundness
// A larger struct is seen in a smaller object.
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

struct small { int a; };
struct large { int a, b; };

int main(void) {
    struct small *s = malloc(sizeof(struct small));
    if (!s)
        return 0;
    ((struct large *)s)->b = __VERIFIER_nondet_uchar();
    free(s);
    return 0;
}
