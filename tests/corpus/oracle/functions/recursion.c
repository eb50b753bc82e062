// Recursion: factorial, Ackermann, mutual recursion, towers of Hanoi
#include <stdio.h>

static int is_odd(unsigned n);
static int is_even(unsigned n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(unsigned n) { return n == 0 ? 0 : is_even(n - 1); }

static unsigned long long factorial(unsigned n) { return n ? n * factorial(n - 1) : 1; }

static int ackermann(int m, int n)
{
    if (m == 0)
        return n + 1;
    if (n == 0)
        return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

static int moves;
static void hanoi(int n, char from, char to, char via)
{
    if (!n)
        return;
    hanoi(n - 1, from, via, to);
    if (moves++ < 5)
        printf("%c%c ", from, to);
    hanoi(n - 1, via, to, from);
}

static int gcd(int a, int b) { return b ? gcd(b, a % b) : a; }

int main(void)
{
    printf("%d %d\n", is_even(30), is_odd(30));
    printf("%llu\n", factorial(20));
    printf("%d %d\n", ackermann(2, 3), ackermann(1, 10));
    hanoi(6, 'a', 'b', 'c');
    printf("%d\n", moves);
    printf("%d\n", gcd(1071, 462));
    return 0;
}
