//@ property: unreach
//@ truth: true
//@ soundness
// What is no alignment is an error.
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
    void *p = 0;
    if (posix_memalign(&p, 3, 8) == 0 || p != 0) reach_error();
    return 0;
}
