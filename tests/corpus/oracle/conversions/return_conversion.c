// A return value is converted to the function's return type
#include <stdbool.h>
#include <stdio.h>

static signed char low(int v) { return v; }
static unsigned char ulow(int v) { return v; }
static bool any(int v) { return v; }
static int whole(double v) { return v; }
static float single(double v) { return v; }
static unsigned long long wide(int v) { return v; }
static short half(long long v) { return v; }

int main(void)
{
    printf("%d %d\n", low(300), ulow(300));
    printf("%d %d\n", low(-200), ulow(-200));
    printf("%d %d\n", any(64), any(0));
    printf("%d %d\n", whole(3.99), whole(-3.99));
    printf("%.12f\n", single(1.0 / 3.0));
    printf("%llu\n", wide(-2));
    printf("%d\n", half(0x1ffffll));
    return low(0x17f) == 127 ? 9 : 1;
}
