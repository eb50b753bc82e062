// inline, static inline and extern inline functions
#include <stdio.h>

static inline int square(int x) { return x * x; }
inline int cube(int x);
inline int cube(int x) { return x * square(x); }
extern inline int cube(int x);
static inline __attribute__((always_inline)) unsigned rotate(unsigned v, int by)
{
    return v << by | v >> (32 - by);
}
__attribute__((noinline)) static int opaque(int x) { return x ^ 0x55; }

static inline int counter(void)
{
    static int n;
    return ++n;
}

int main(void)
{
    printf("%d %d\n", square(7), cube(5));
    printf("%x\n", rotate(0x80000001u, 4));
    printf("%d\n", opaque(opaque(9)));
    counter();
    counter();
    printf("%d\n", counter());
    int (*f)(int) = square;
    int (*g)(int) = cube;
    printf("%d %d\n", f(12), g(3));
    return 0;
}
