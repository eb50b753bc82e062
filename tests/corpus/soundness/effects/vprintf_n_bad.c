//@ property: unreach
//@ truth: false
//@ soundness
// %n through a list of arguments that another function began.
#include <stdarg.h>
#include <stdio.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static void say(const char *format, ...) {
    va_list list;
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
}

int main(void) {
    int count = 0;
    if (__VERIFIER_nondet_uchar() > 100)
        say("abcdef%n", &count);
    if (count == 6)
        reach_error();
    return 0;
}
