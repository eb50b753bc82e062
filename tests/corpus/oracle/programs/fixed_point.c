// Fixed-point arithmetic with 16 fractional bits
#include <stdint.h>
#include <stdio.h>

typedef int32_t fix;
#define ONE (1 << 16)

static fix from_int(int v) { return v * ONE; }
static fix mul(fix a, fix b) { return (fix)((int64_t)a * b >> 16); }
static fix div_(fix a, fix b) { return (fix)((int64_t)a * ONE / b); }

static fix root(fix v)
{
    fix x = v > ONE ? v : ONE;
    for (int i = 0; i < 20; i++)
        x = (x + div_(v, x)) / 2;
    return x;
}

static void show(const char *name, fix v)
{
    int negative = v < 0;
    uint32_t u = negative ? -(uint32_t)v : (uint32_t)v;
    printf("%s %s%u.%04u\n", name, negative ? "-" : "", u >> 16, (u & 0xffff) * 10000 >> 16);
}

int main(void)
{
    fix a = from_int(3), b = from_int(-7) / 2;
    show("a", a);
    show("b", b);
    show("a*b", mul(a, b));
    show("a/b", div_(a, b));
    show("sqrt2", root(from_int(2)));
    show("sqrt1000", root(from_int(1000)));
    fix sine = 0, x = ONE / 2, term = x;
    for (int k = 1; k < 6; k++) {
        sine += term;
        term = -mul(mul(term, x), x) / (2 * k * (2 * k + 1));
    }
    show("sin(0.5)", sine);
    return 0;
}
