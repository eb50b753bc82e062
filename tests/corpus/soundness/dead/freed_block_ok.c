//@ property: unreach
//@ truth: true
//@ soundness
// malloc may return memory that was freed.
#include <stdint.h>
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
    char *p = malloc(16);
    uintptr_t first = (uintptr_t)p;
    
    char *q = malloc(16);
    if (q && first == (uintptr_t)q)
        reach_error();
    return 0;
}
