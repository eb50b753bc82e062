// Automatic initialisers may be any expression, evaluated anew at each entry
#include <stdio.h>

static int counter;
static int next(void) { return ++counter; }

struct pair { int a, b; };

int main(void)
{
    for (int i = 0; i < 3; i++) {
        int n = next();
        struct pair p = {n, n * n};
        int list[] = {i, p.a, p.b, i + p.b};
        printf("%d %d %d %d\n", list[0], list[1], list[2], list[3]);
    }
    int a = 2, b = a * 3, c = b - a;
    printf("%d %d %d\n", a, b, c);
    struct pair q = {.b = next()}, r = q;
    r.a = 1;
    printf("%d %d %d %d\n", q.a, q.b, r.a, r.b);
    struct pair *s = &(struct pair){next(), 0};
    printf("%d\n", s->a);
    int m[2][2] = {{a, b}, {c, a + b + c}};
    printf("%d\n", m[1][1]);
    return counter;
}
