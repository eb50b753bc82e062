// Structs passed and returned by value: the callee works on a copy
#include <stdio.h>

struct tiny { char c; };
struct two { int a, b; };
struct mixed { double d; int i; float f; };
struct large { int v[20]; };
struct nested { struct two t[2]; struct tiny c; };

static struct tiny next(struct tiny t) { t.c++; return t; }
static struct two swap(struct two t) { return (struct two){t.b, t.a}; }
static struct mixed scale(struct mixed m, int k)
{
    m.d *= k;
    m.i *= k;
    m.f *= k;
    return m;
}
static struct large shift(struct large l, int by)
{
    struct large r = {{0}};
    for (int i = 0; i < 20; i++)
        r.v[(i + by) % 20] = l.v[i];
    l.v[0] = -1;
    return r;
}
static struct nested build(int n) { return (struct nested){{{n, n + 1}, swap((struct two){n, n + 1})}, {'z'}}; }

int main(void)
{
    struct tiny t = {'a'};
    printf("%c%c%c\n", t.c, next(t).c, next(next(t)).c);
    struct two p = {1, 2}, q = swap(p);
    printf("%d %d %d %d\n", p.a, p.b, q.a, q.b);
    struct mixed m = scale((struct mixed){1.5, 2, 0.25f}, 4);
    printf("%.1f %d %.2f\n", m.d, m.i, m.f);
    struct large l;
    for (int i = 0; i < 20; i++)
        l.v[i] = i;
    l = shift(shift(l, 3), 4);
    printf("%d %d %d\n", l.v[0], l.v[7], l.v[19]);
    struct nested n = build(8);
    printf("%d %d %d %d %c\n", n.t[0].a, n.t[0].b, n.t[1].a, n.t[1].b, n.c.c);
    printf("%d\n", shift(l, 1).v[8]);
    return 0;
}
