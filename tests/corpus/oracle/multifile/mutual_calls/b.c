int is_even(unsigned n);
int calls_b;

int is_odd(unsigned n)
{
    calls_b++;
    return n != 0 && is_even(n - 1);
}
