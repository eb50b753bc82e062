//@ property: unreach
//@ truth: true
//@ soundness
// There is no file without a name.
#include <unistd.h>
extern void reach_error(void);

int main(void) {
    int found = access("", 0);
    if (found == 0)
        reach_error();
    return 0;
}
