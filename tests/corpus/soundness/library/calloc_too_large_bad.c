//@ property: unreach
//@ truth: false
//@ soundness
// The product of the sizes is not a number that the machine has: there is no such object.
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
    char *block = calloc((size_t)-1, 16);
    if (!block)
        reach_error();
    free(block);
    return 0;
}
