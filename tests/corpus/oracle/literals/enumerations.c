// Enumerators: implicit values, expressions, negative and large values, and their types
#include <stdio.h>

enum colour { RED, GREEN = 5, BLUE, ALIAS = GREEN, LAST = BLUE + 10 };
enum sign { MINUS = -1, ZERO, PLUS };
enum big { BIG = 0x80000000u, BIGGER = 0xffffffffu };
enum flags { F0 = 1 << 0, F1 = 1 << 1, F2 = 1 << 2, ALL = F0 | F1 | F2 };
enum wide { WIDE = 0x1ffffffffll };
enum character { A = 'a', Z = 'z' };

int main(void)
{
    printf("%d %d %d %d %d\n", RED, GREEN, BLUE, ALIAS, LAST);
    printf("%d %d %d\n", MINUS, ZERO, PLUS);
    printf("%zu %zu %zu\n", sizeof(enum colour), sizeof(enum big), sizeof(enum wide));
    enum colour c = 2;
    enum sign s = MINUS;
    printf("%d %d\n", c > -1, s < 0);
    printf("%d\n", ALL);
    c++;
    printf("%d\n", c);
    c = 99;
    printf("%d\n", c);
    enum { LOCAL = 7, NEXT } local = NEXT;
    printf("%d\n", local * LOCAL);
    enum big b = BIGGER;
    printf("%lld\n", (long long)b);
    printf("%d\n", Z - A);
    enum wide w = WIDE;
    printf("%lld\n", (long long)w);
    int array[LAST] = {[BLUE] = 4};
    printf("%d %zu\n", array[6], sizeof array / sizeof array[0]);
    return 0;
}
