// Integer constant expressions in array bounds, cases, enumerators, bit-fields and initialisers
#include <limits.h>
#include <stddef.h>
#include <stdio.h>

enum { N = 3 * 4 - 2, M = N > 5 ? N : 5, K = (int)3.9, S = sizeof(int) * CHAR_BIT };
struct bits { unsigned width : N / 2; };
struct layout { char a; int b; };
static int table[(N + 1) & ~1];
static const int shifted = 1 << (S - 2);
static int (*const missing)(void) = 0;
static char buffer[offsetof(struct layout, b) + sizeof(short)];
static const double ratio = 10 / 4 + 10 / 4.0;

int main(void)
{
    printf("%d %d %d %d\n", N, M, K, S);
    printf("%zu %zu\n", sizeof table / sizeof *table, sizeof buffer);
    printf("%d %d %g\n", shifted, missing == NULL, ratio);
    struct bits b = {31};
    b.width++;
    printf("%u\n", b.width);
    switch (S) {
    case sizeof(int) * 8: puts("32"); break;
    case 'x' == 120 ? -1 : -2: puts("minus one"); break;
    }
    static int negative = -(-5 % 3);
    static unsigned all = ~0u >> 4;
    printf("%d %u %d\n", negative, all, 1 || 1 / 0);
    return 0;
}
