//@ property: unreach
//@ truth: true
//@ soundness
//@ stdin: 5 x
// What comes behind the first thing that does not fit is not written.
#include <stdio.h>
extern void reach_error(void);

int main(void) {
    short first = 1;
    double second = 0.5;
    int done = scanf("%hd,%lf", &first, &second);
    if (done < 2 && second != 0.5)
        reach_error();
    if (done < 1 && first != 1)
        reach_error();
    if (done > 2)
        reach_error();
    return 0;
}
