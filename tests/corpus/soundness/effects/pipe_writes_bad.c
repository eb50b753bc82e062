//@ property: unreach
//@ truth: false
//@ soundness
// pipe writes two descriptors.
#include <unistd.h>
extern void reach_error(void);

int main(void) {
    int ends[3] = {-5, -5, -5};
    if (pipe(ends) == 0 && ends[1] != -5)
        reach_error();
    return 0;
}
