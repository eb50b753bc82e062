// __builtin_expect keeps its value; __builtin_unreachable marks paths never taken
#include <stdio.h>

#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)

static int effects;
static int effect(int v)
{
    effects++;
    return v;
}

static int name(unsigned n)
{
    switch (n % 3) {
    case 0: return 'a';
    case 1: return 'b';
    case 2: return 'c';
    default: __builtin_unreachable();
    }
}

int main(void)
{
    printf("%ld\n", likely(effect(5)) + unlikely(effect(0)) * 10);
    printf("%d\n", effects);
    if (likely(effects == 2))
        puts("likely");
    if (unlikely(effects > 100))
        puts("unlikely");
    printf("%ld %ld\n", __builtin_expect(1234567, 0), __builtin_expect_with_probability(7, 1, 0.9));
    printf("%c%c%c\n", name(3), name(4), name(5));
    int array[4] __attribute__((aligned(16))) = {1, 2, 3, 4};
    int *p = __builtin_assume_aligned(array, 16);
    printf("%d\n", p[2]);
    __builtin_prefetch(array);
    if (effects < 0)
        __builtin_trap();
    return 0;
}
