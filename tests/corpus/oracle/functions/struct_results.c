// Struct results through function pointers, nested calls, arrays in results and discarded results
#include <stdio.h>

struct matrix { long long m[2][2]; };
struct tagged { char tag; struct matrix inner; };

static struct matrix multiply(struct matrix a, struct matrix b)
{
    struct matrix r = {{{0}}};
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            for (int k = 0; k < 2; k++)
                r.m[i][j] += a.m[i][k] * b.m[k][j];
    return r;
}

static struct matrix power(struct matrix a, int n)
{
    if (n == 0)
        return (struct matrix){{{1, 0}, {0, 1}}};
    struct matrix h = power(multiply(a, a), n / 2);
    return n % 2 ? multiply(h, a) : h;
}

static struct tagged tag(char c, struct matrix m) { return (struct tagged){c, m}; }

int main(void)
{
    struct matrix fib = {{{1, 1}, {1, 0}}};
    struct matrix (*p)(struct matrix, int) = power;
    printf("%lld %lld\n", p(fib, 30).m[0][1], power(fib, 40).m[1][0]);
    struct tagged t = tag('t', multiply(fib, fib));
    printf("%c %lld\n", t.tag, t.inner.m[0][0]);
    multiply(fib, fib);
    (void)power(fib, 2);
    t.inner = p(t.inner, 2);
    printf("%lld %lld\n", t.inner.m[0][0], tag('u', t.inner).inner.m[1][1]);
    fib = multiply(fib, multiply(fib, fib));
    printf("%lld\n", fib.m[0][0]);
    return 0;
}
