// Types, enumerators and macros of the same name mean different things in different files
#include <stdio.h>

#define SIZE 4
enum { LIMIT = 10 };
struct item { char c; int n; };
typedef int number;

long b_item_size(void);
int b_limit(void);
double b_half(int);

int main(void)
{
    struct item items[SIZE] = {{'a', 1}};
    number n = 7;
    printf("%zu %ld\n", sizeof items, b_item_size());
    printf("%d %d\n", LIMIT, b_limit());
    printf("%d %.1f\n", n / 2, b_half(n));
    return 0;
}
