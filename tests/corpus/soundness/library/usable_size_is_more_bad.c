//@ property: unreach
//@ truth: false
//@ soundness
// There may be more room than was asked for.
#include <stdlib.h>
#include <malloc.h>
extern void reach_error(void);

int main(void) {
    char *p = malloc(1);
    if (malloc_usable_size(p) != 1) reach_error();
    return 0;
}
