//@ property: unreach
//@ truth: true
//@ soundness
// No variable of the environment has = in its name.
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
    char *value = getenv("HO=ME");
    if (value != 0)
        reach_error();
    return 0;
}
