//@ property: unreach
//@ truth: true
//@ soundness
// There is at least as much room as was asked for.
#include <stdlib.h>
#include <malloc.h>
extern void reach_error(void);

int main(void) {
    char *p = malloc(5);
    if (p && malloc_usable_size(p) < 5) reach_error();
    return 0;
}
