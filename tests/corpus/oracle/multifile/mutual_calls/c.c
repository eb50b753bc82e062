extern int is_odd(unsigned n);

unsigned collatz(unsigned n)
{
    unsigned steps = 0;
    while (n != 1) {
        n = n % 2 ? 3 * n + 1 : n / 2;
        steps++;
    }
    return steps + is_odd(1);
}
