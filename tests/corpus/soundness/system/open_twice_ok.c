//@ property: unreach
//@ truth: true
//@ soundness
// Two open descriptors differ.
#include <fcntl.h>
extern void reach_error(void);

int main(void) {
    int a = open("/dev/null", 0), b = open("/dev/null", 0);
    if (a >= 0 && b >= 0 && a == b)
        reach_error();
    return 0;
}
