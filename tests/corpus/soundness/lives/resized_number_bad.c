//@ property: unreach
//@ truth: false
//@ soundness
// The same, with a number of the old address.
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
    int *d = malloc(8);
    if (!d)
        return 0;
    unsigned long old = (unsigned long)d;
    d = realloc(d, 8);
    if (!d || (unsigned long)d != old)
        return 0;
    d[1] = 9;
    if (*(int *)(old + 4) == 9)
        reach_error();
    return 0;
}
