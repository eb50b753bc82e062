//@ property: unreach
//@ truth: true
//@ soundness
// A copy of an open descriptor is another one.
#include <unistd.h>
extern void reach_error(void);

int main(void) {
    int a = dup(0);
    if (a == 0)
        reach_error();
    return 0;
}
