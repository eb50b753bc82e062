//@ property: unreach
//@ truth: false
//@ expect(value): false
//@ expect(value-nocegar): false
//@ expect(value-interval): false
//@ expect(interval): false
// Each length modifier of %n writes through its argument.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
extern void reach_error(void);

int main(void) {
    signed char a = 0;
    short b = 0;
    unsigned c = 0;
    long d = 0;
    long long e = 0;
    intmax_t f = 0;
    size_t g = 0;
    ptrdiff_t h = 0;
    printf("1%hhn2%hn3%n4%ln5%lln6%jn7%zn8%tn\n", &a, &b, (int *)&c, &d, &e, &f, (ssize_t *)&g, &h);
    if (a == 1 && b == 2 && c == 3 && d == 4 && e == 5 && f == 6 && g == 7 && h == 8) {
        reach_error();
    }
    return 0;
}
