//@ property: unreach
//@ truth: true
//@ soundness
// An allocation that fails sets errno.
#include <errno.h>
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
    errno = 0;
    char *p = malloc((size_t)-1 / 4);
    if (p) return 0;
    if (errno < 0) reach_error();
    return 0;
}
