//@ property: unreach
//@ truth: true
//@ soundness
// Functions of strings leave errno alone.
#include <errno.h>
#include <string.h>
extern void reach_error(void);

int main(void) {
    errno = 7;
    int odd = strchr("abc", 98) == 0;
    if (errno != 7 || odd) reach_error();
    return 0;
}
