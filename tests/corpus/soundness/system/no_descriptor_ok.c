//@ property: unreach
//@ truth: true
//@ soundness
// What is done with no descriptor fails.
#include <unistd.h>
extern void reach_error(void);

int main(void) {
    int done = close(-1);
    if (done == 0)
        reach_error();
    return 0;
}
