//@ property: unreach
//@ truth: true
//@ soundness
// pipe writes two descriptors.
#include <unistd.h>
extern void reach_error(void);

int main(void) {
    int ends[3] = {-5, -5, -5};
    if (pipe(ends) == 0 && ends[2] != -5)
        reach_error();
    return 0;
}
