// Unary plus, minus, complement and not, stacked and on every width
#include <stdio.h>

int main(void)
{
    unsigned char c = 5;
    unsigned u = 5;
    long long ll = 5;
    printf("%d %d %d %d\n", +c, -c, ~c, !c);
    printf("%u %u %d\n", -u, ~u, !u);
    printf("%lld %lld\n", -ll, ~ll);
    printf("%d %d %d\n", - -3, ~~3, !!3);
    printf("%d %d\n", -~3, ~-3);
    printf("%u\n", -1u);
    printf("%lld\n", -2147483648ll);
    printf("%lld\n", (long long)-2147483648u);
    printf("%d\n", ~0 == -1);
    printf("%lu\n", ~0ul);
    printf("%lu\n", (unsigned long)~0u);
    printf("%.1f\n", -2.5);
    return 0;
}
