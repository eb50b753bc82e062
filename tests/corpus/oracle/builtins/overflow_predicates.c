// __builtin_*_overflow_p: only the flag, the third operand gives the type
#include <limits.h>
#include <stdio.h>

struct s { unsigned nibble : 4; };

int main(void)
{
    struct s s = {0};
    volatile int big = INT_MAX;
    printf("%d %d\n", __builtin_add_overflow_p(big, 1, 0), __builtin_add_overflow_p(big, 1, 0ll));
    printf("%d %d\n", __builtin_add_overflow_p(200, 55, (unsigned char)0),
           __builtin_add_overflow_p(200, 56, (unsigned char)0));
    printf("%d %d\n", __builtin_sub_overflow_p(1, 2, 0u), __builtin_sub_overflow_p(2, 1, 0u));
    printf("%d %d\n", __builtin_mul_overflow_p(-128, 1, (signed char)0), __builtin_mul_overflow_p(64, 2, (signed char)0));
    printf("%d %d\n", __builtin_add_overflow_p(10, 5, s.nibble), __builtin_add_overflow_p(10, 6, s.nibble));
    int evaluated = 0;
    printf("%d", __builtin_mul_overflow_p(evaluated++, 2, 0));
    printf(" %d\n", evaluated);
    printf("%d\n", __builtin_mul_overflow_p(INT_MIN, -1, 0));
    return 0;
}
