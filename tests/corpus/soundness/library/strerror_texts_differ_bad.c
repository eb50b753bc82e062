//@ property: unreach
//@ truth: false
//@ soundness
// Errors have texts of their own.
#include <string.h>
extern void reach_error(void);

int main(void) {
    char *a = strerror(1), *b = strerror(2), *c = strerror(3);
    if (a != b && b != c && a != c) reach_error();
    return 0;
}
