// Big-number addition, multiplication and factorials in base 10^4
#include <stdio.h>
#include <string.h>

#define DIGITS 20
#define BASE 10000

typedef struct { int n; short d[DIGITS]; } big;

static big from(int v)
{
    big b = {0};
    while (v) {
        b.d[b.n++] = v % BASE;
        v /= BASE;
    }
    return b;
}

static big add(big a, big b)
{
    big r = {0};
    int carry = 0;
    for (int i = 0; i < a.n || i < b.n || carry; i++) {
        int s = a.d[i] + b.d[i] + carry;
        r.d[r.n++] = s % BASE;
        carry = s / BASE;
    }
    return r;
}

static big times(big a, int k)
{
    int carry = 0;
    for (int i = 0; i < a.n || carry; i++) {
        int p = a.d[i] * k + carry;
        a.d[i] = p % BASE;
        carry = p / BASE;
        if (i >= a.n)
            a.n = i + 1;
    }
    return a;
}

static void show(const big *b)
{
    printf("%d", b->n ? b->d[b->n - 1] : 0);
    for (int i = b->n - 2; i >= 0; i--)
        printf("%04d", b->d[i]);
    printf("\n");
}

int main(void)
{
    big f = from(1), a = from(0), b = from(1);
    for (int i = 2; i <= 45; i++)
        f = times(f, i);
    show(&f);
    for (int i = 0; i < 300; i++) {
        big c = add(a, b);
        a = b;
        b = c;
    }
    show(&a);
    big zero = from(0);
    show(&zero);
    return f.n;
}
