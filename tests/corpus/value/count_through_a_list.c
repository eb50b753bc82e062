//@ property: unreach
//@ truth: false
//@ expect(value): false
//@ expect(value-nocegar): false
//@ expect(value-interval): false
//@ expect(interval): false
//@ expect(pointer): false
// A list of arguments leads %n to a variable that the call does not name.
#include <stdarg.h>
#include <stdio.h>
extern void reach_error(void);
char text[20];

void say(const char *format, ...) {
    va_list list;
    va_start(list, format);
    vsprintf(text, format, list);
    va_end(list);
}

int main(void) {
    int n = 0;
    say("abc%n", &n);
    if (n == 3) {
        reach_error();
    }
    return 0;
}
