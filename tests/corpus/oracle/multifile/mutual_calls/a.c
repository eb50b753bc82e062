// Functions of two files call each other recursively; three files, one header-like declaration each
#include <stdio.h>

int is_even(unsigned n);
int is_odd(unsigned n);
extern int calls_b;
int calls_a;
unsigned collatz(unsigned n);

int is_even(unsigned n)
{
    calls_a++;
    return n == 0 || is_odd(n - 1);
}

int main(void)
{
    printf("%d %d\n", is_even(10), is_even(7));
    printf("%d %d\n", calls_a, calls_b);
    printf("%u\n", collatz(27));
    return 0;
}
