//@ property: unreach
//@ truth: true
//@ soundness
// Time does not go back, for what a model knows.
#include <time.h>
extern void reach_error(void);

int main(void) {
    time_t a = time(0), b = time(0);
    if (b < a)
        reach_error();
    return 0;
}
