//@ property: unreach
//@ truth: false
//@ soundness
// What is written into the new block when it lies where the old one was.
#include <stdint.h>
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
    int *p = malloc(sizeof *p);
    if (!p)
        return 0;
    uintptr_t first = (uintptr_t)p;
    free(p);
    int *q = malloc(sizeof *q);
    if (!q)
        return 0;
    *q = 1;
    if (first == (uintptr_t)q)
        *(int *)first = 2;
    if (*q == 2)
        reach_error();
    free(q);
    return 0;
}
