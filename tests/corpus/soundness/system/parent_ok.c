//@ property: unreach
//@ truth: true
//@ soundness
// Nobody is his own parent.
#include <unistd.h>
extern void reach_error(void);

int main(void) {
    int a = getppid(), b = getpid();
    if (a == b)
        reach_error();
    return 0;
}
