//@ property: unreach
//@ truth: false
//@ soundness
// An alignment is at least that of a pointer.
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
    void *p = 0;
    if (posix_memalign(&p, 2, 8) == 22) reach_error();
    return 0;
}
