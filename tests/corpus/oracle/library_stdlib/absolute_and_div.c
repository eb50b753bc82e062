// abs, labs, llabs, div, ldiv and lldiv
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    printf("%d %d %d\n", abs(-5), abs(5), abs(0));
    printf("%ld %lld\n", labs(-123456l), llabs(-1234567890123ll));
    printf("%d\n", abs(-2147483647));
    div_t a = div(17, 5), b = div(-17, 5), c = div(17, -5);
    printf("%d %d, %d %d, %d %d\n", a.quot, a.rem, b.quot, b.rem, c.quot, c.rem);
    ldiv_t d = ldiv(-100000l, 7);
    printf("%ld %ld\n", d.quot, d.rem);
    lldiv_t e = lldiv(10000000000000ll, 9999999);
    printf("%lld %lld\n", e.quot, e.rem);
    printf("%zu %zu\n", sizeof(div_t), sizeof(lldiv_t));
    printf("%d\n", div(7, 2).quot + div(7, 2).rem);
    return 0;
}
