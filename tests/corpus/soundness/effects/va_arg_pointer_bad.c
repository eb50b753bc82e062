//@ property: unreach
//@ truth: false
//@ soundness
// A function with variable arguments writes through one of them.
#include <stdarg.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static void set(int n, ...) {
    va_list list;
    va_start(list, n);
    for (int i = 0; i < n; i++)
        *va_arg(list, int *) = i + 1;
    va_end(list);
}

int main(void) {
    int a = 0, b = 0;
    set(__VERIFIER_nondet_uchar() % 3, &a, &b);
    if (b == 2)
        reach_error();
    return 0;
}
