//@ property: unreach
//@ truth: false
//@ soundness
// A year that is no int has no text.
#include <time.h>
extern void reach_error(void);

int main(void) {
    struct tm t = {0};
    t.tm_year = 2147483647;
    if (asctime(&t) == 0) reach_error();
    return 0;
}
