//@ property: unreach
//@ truth: true
//@ soundness
// vsnprintf writes its text.
#include <stdarg.h>
#include <stdio.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static void format(char *to, unsigned size, const char *format, ...) {
    va_list list;
    va_start(list, format);
    vsnprintf(to, size, format, list);
    va_end(list);
}

int main(void) {
    char text[8] = "";
    format(text, sizeof text, "%c", 'a' + __VERIFIER_nondet_uchar() % 3);
    if (text[0] == 'd')
        reach_error();
    return 0;
}
