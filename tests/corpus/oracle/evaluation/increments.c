// Prefix and postfix ++ and -- on every kind of integer lvalue
#include <stdio.h>

struct counter { short hits; unsigned char misses; };

int main(void)
{
    int i = 5;
    printf("%d ", i++);
    printf("%d ", ++i);
    printf("%d ", i--);
    printf("%d\n", --i);
    unsigned char c = 255;
    int before = c++;
    printf("%d %d\n", before, c);
    before = c--;
    printf("%d %d\n", before, c);
    signed char s = 127;
    before = ++s;
    printf("%d\n", before);
    unsigned u = 0;
    printf("%u\n", --u);
    long long ll = -1;
    printf("%lld\n", ++ll);
    struct counter k = {32767, 0};
    k.hits++;
    --k.misses;
    printf("%d %d\n", k.hits, k.misses);
    int array[3] = {1, 2, 3};
    int *p = array;
    int v = *p++;
    v = v * 10 + (*p)++;
    v = v * 10 + ++*p;
    v = v * 10 + *--p;
    printf("%d %d %d\n", v, array[0], array[1]);
    array[i - 5]++;
    printf("%d\n", array[0]);
    return 0;
}
