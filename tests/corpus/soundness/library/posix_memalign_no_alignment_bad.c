//@ property: unreach
//@ truth: false
//@ soundness
// What is no alignment is an error.
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
    void *p = 0;
    if (posix_memalign(&p, 3, 8) == 22) reach_error();
    return 0;
}
