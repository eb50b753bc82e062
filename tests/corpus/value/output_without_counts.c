//@ property: unreach
//@ truth: true
//@ expect(value): true
//@ expect(value-nocegar): true
//@ expect(value-interval): true
//@ expect(interval): true
// Formats without %n write nothing, whatever is printed.
#include <stdarg.h>
#include <stdio.h>
extern void reach_error(void);
extern long __VERIFIER_nondet_long(void);

void say(const char *format, ...) {
    va_list list;
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
}

int main(void) {
    int x = 1;
    int *p = &x;
    printf("%ld %p 100%% new\n", __VERIFIER_nondet_long(), (void *)p);
    say("%d\n", 3);
    if (*p != 1) {
        reach_error();
    }
    return 0;
}
