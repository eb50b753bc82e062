// Ties are rounded to even, in conversions and in arithmetic
#include <stdio.h>

int main(void)
{
    volatile double half_up = 1.00000017881393432617;
    printf("%.9g\n", (float)half_up);
    volatile double tie_even = 1.00000005960464477539, tie_odd = 1.00000017881393432617;
    printf("%a %a\n", (double)(float)tie_even, (double)(float)tie_odd);
    volatile float big = 16777216.0f;
    printf("%.1f %.1f %.1f\n", big + 1.0f, big + 2.0f, big + 3.0f);
    printf("%.1f %.1f\n", (float)33554434, (float)33554438);
    printf("%.1f %.1f\n", (double)9007199254740993ll, (double)9007199254740995ll);
    printf("%.0f %.0f %.0f %.0f\n", 0.5, 1.5, 2.5, -2.5);
    printf("%.1f %.1f %.2f\n", 0.25, 0.35, 1.005);
    return 0;
}
