// Arguments are converted to the parameter types as if by assignment
#include <stdbool.h>
#include <stdio.h>

static int narrow(signed char c) { return c; }
static int widen(unsigned long long v) { return v == 0xffffffffffffffffull; }
static double from_int(double d) { return d / 2; }
static int from_double(int i) { return i; }
static int truth(bool b) { return b; }
static float to_float(float f) { return f; }

int main(void)
{
    printf("%d %d\n", narrow(200), narrow(-129));
    printf("%d %d\n", widen(-1), widen(0xffffffffu));
    printf("%.2f\n", from_int(7));
    printf("%d %d\n", from_double(7.9), from_double(-7.9));
    printf("%d %d\n", truth(512), truth(0.1));
    printf("%.10f\n", to_float(0.1));
    return 0;
}
