//@ property: unreach
//@ truth: false
//@ soundness
// A name without marks is left as it is.
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
    char t[] = "/tmp/abcdef";
    if (mkstemp(t) == -1 && t[5] == 'a' && t[10] == 'f') reach_error();
    return 0;
}
