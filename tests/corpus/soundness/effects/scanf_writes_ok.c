//@ property: unreach
//@ truth: true
//@ soundness
// scanf writes what stands in the input.
#include <stdio.h>
extern void reach_error(void);

int main(void) {
    int n = 0, m = 0;
    if (scanf("%d", &n) == 1 && m == 42)
        reach_error();
    return 0;
}
