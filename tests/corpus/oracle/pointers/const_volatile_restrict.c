// const, volatile and restrict qualifiers in all positions
#include <stdio.h>

static const int limit = 7;
static volatile int ticks;
static const char *const names[] = {"a", "b"};
extern const volatile int status;

static void copy(int n, int *restrict to, const int *restrict from)
{
    while (n-- > 0)
        *to++ = *from++;
}

static int poll(volatile int *flag)
{
    int n = 0;
    while (*flag) {
        --*flag;
        n++;
    }
    return n;
}

int main(void)
{
    int x = 1, y = 2;
    const int *p = &x;
    int *const q = &y;
    const int *const r = &x;
    p = &y;
    *q = 5;
    x = 3;
    printf("%d %d %d\n", *p, *q, *r);
    int a[3] = {limit, limit + 1, limit * 2}, b[3];
    copy(3, b, a);
    printf("%d %d %d\n", b[0], b[1], b[2]);
    ticks = 4;
    ticks++;
    printf("%d\n", poll(&ticks));
    printf("%s %d\n", names[1], status);
    volatile struct { int n; char c; } v = {1, 'v'};
    v.n += v.c;
    printf("%d\n", v.n);
    const struct { int n; } c = {4}, copy_of = c;
    printf("%d\n", copy_of.n);
    return 0;
}
const volatile int status = 12;
