// The sieve of Eratosthenes in a bit array
#include <stdio.h>
#include <string.h>

#define LIMIT 500

static unsigned char composite[LIMIT / 8 + 1];

static int test(int n) { return composite[n >> 3] >> (n & 7) & 1; }
static void mark(int n) { composite[n >> 3] |= 1 << (n & 7); }

int main(void)
{
    mark(0);
    mark(1);
    for (int i = 2; i * i <= LIMIT; i++)
        if (!test(i))
            for (int j = i * i; j <= LIMIT; j += i)
                mark(j);
    int count = 0, last = 0, twins = 0, gap = 0;
    for (int i = 0; i <= LIMIT; i++)
        if (!test(i)) {
            if (last && i - last == 2)
                twins++;
            if (last && i - last > gap)
                gap = i - last;
            last = i;
            count++;
        }
    printf("%d primes, last %d, %d twins, gap %d\n", count, last, twins, gap);
    return count;
}
