// Division truncates toward zero and the remainder takes the sign of the dividend
#include <stdio.h>

int main(void)
{
    int a[] = {7, -7, 8, -8, 1, -1};
    int b[] = {2, -2, 3, -3};
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < 4; j++)
            printf("%d/%d=%d r %d  ", a[i], b[j], a[i] / b[j], a[i] % b[j]);
        printf("\n");
    }
    printf("%lld %lld\n", -9223372036854775807ll / 10, -9223372036854775807ll % 10);
    printf("%d %d\n", (-2147483647 - 1) / 2, (-2147483647 - 1) % 3);
    printf("%u %u\n", 4294967295u / 7, 4294967295u % 7);
    printf("%llu %llu\n", 18446744073709551615ull / 10, 18446744073709551615ull % 1000);
    signed char c = -128;
    printf("%d\n", c / (signed char)-1);
    return 0;
}
