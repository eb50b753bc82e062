// The values of limits.h in both data models
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

int main(void)
{
    printf("%d %d %d\n", CHAR_BIT, SCHAR_MIN, UCHAR_MAX);
    printf("%d %d %d\n", SHRT_MIN, SHRT_MAX, USHRT_MAX);
    printf("%d %d %u\n", INT_MIN, INT_MAX, UINT_MAX);
    printf("%ld %ld %lu\n", LONG_MIN, LONG_MAX, ULONG_MAX);
    printf("%lld %lld %llu\n", LLONG_MIN, LLONG_MAX, ULLONG_MAX);
    printf("%d %d %u\n", INT8_MIN, INT16_MAX, UINT32_MAX);
    printf("%lld %llu\n", (long long)INT64_MIN, (unsigned long long)UINT64_MAX);
    printf("%zu %td %td\n", SIZE_MAX, PTRDIFF_MIN, PTRDIFF_MAX);
    printf("%d %d\n", INTPTR_MAX == LONG_MAX, INTPTR_MAX == INT_MAX);
    return 0;
}
