// A test for powers of two forgets zero
extern void abort(void);
void reach_error(void)
{
    abort();
}

static int power_of_two(unsigned v)
{
    return (v & (v - 1)) == 0;
}

static int by_counting(unsigned v)
{
    int ones = 0;
    for (; v; v >>= 1)
        ones += v & 1;
    return ones == 1;
}

int main(void)
{
    for (unsigned v = 70; v-- > 0;)
        if (power_of_two(v) != by_counting(v))
            reach_error(); //@ error: reach-error
    return 0;
}
