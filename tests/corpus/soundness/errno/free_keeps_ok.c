//@ property: unreach
//@ truth: true
//@ soundness
// Since glibc 2.33, free leaves errno alone.
#include <errno.h>
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
    char *p = malloc(3);
    errno = 7;
    free(p);
    if (errno != 7) reach_error();
    return 0;
}
