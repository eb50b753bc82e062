//@ property: unreach
//@ truth: false
//@ soundness
// Each call allocates at the same place.
#include <stdlib.h>
extern void reach_error(void);

int *mk(int n) {
    int *p = malloc(4);
    *p = n;
    if (n) {
        int *q = mk(n - 1);
        *q = 50;
    }
    return p;
}

int main(void) {
    if (*mk(2) == 2)
        reach_error();
    return 0;
}
