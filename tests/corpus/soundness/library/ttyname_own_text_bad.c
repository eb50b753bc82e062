//@ property: unreach
//@ truth: false
//@ soundness
// ttyname and getlogin have texts of their own.
#include <unistd.h>
extern void reach_error(void);

int main(void) {
    char *a = ctermid(0), *b = getlogin(), *c = ttyname(0);
    if (a && a != b && a != c) reach_error();
    return 0;
}
