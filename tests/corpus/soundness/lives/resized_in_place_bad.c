//@ property: unreach
//@ truth: false
//@ soundness
// realloc may leave an object where it is.
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
    char *p = malloc(40);
    char *q = realloc(p, 20);
    if (p == q)
        reach_error();
    return 0;
}
