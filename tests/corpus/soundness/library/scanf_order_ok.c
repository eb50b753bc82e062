//@ property: unreach
//@ truth: true
//@ soundness
//@ stdin: 1 7
// Arguments have their values before anything is read: the second number never goes to the second element.
#include <stdio.h>
extern void reach_error(void);

int main(void) {
    int n = 0, a[2] = {0, 0};
    if (scanf("%d %d", &n, &a[n]) == 2 && a[1] != 0)
        reach_error();
    return 0;
}
