// typeof of expressions, types, arrays and pointers
#include <stdio.h>

#define SWAP(a, b)                                                                                                     \
    do {                                                                                                               \
        typeof(a) swap_ = a;                                                                                           \
        a = b;                                                                                                         \
        b = swap_;                                                                                                     \
    } while (0)

struct s { int n; double d[3]; };

int main(void)
{
    int i = 1, j = 2;
    SWAP(i, j);
    printf("%d %d\n", i, j);
    double a = 1.5, b = 2.5;
    SWAP(a, b);
    printf("%.1f %.1f\n", a, b);
    struct s p = {1, {1, 2, 3}}, q = {2, {4, 5, 6}};
    SWAP(p, q);
    printf("%d %.0f\n", p.n, p.d[2]);
    typeof(int[3]) array = {7, 8, 9};
    typeof(array) other = {1};
    typeof(&array[0]) pointer = array + 1;
    printf("%zu %zu %d %d\n", sizeof array, sizeof other, *pointer, other[1]);
    typeof(p.d) numbers = {0.5};
    printf("%zu %.1f\n", sizeof numbers / sizeof numbers[0], numbers[0]);
    __typeof__(i + 1ll) wide = 5000000000ll;
    printf("%lld\n", wide);
    typeof(printf) *out = printf;
    out("%s\n", "through typeof");
    const int c = 3;
    typeof(c) *pc = &c;
    __auto_type inferred = a + i;
    printf("%d %.1f\n", *pc, inferred);
    return 0;
}
