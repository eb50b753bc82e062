// Pseudo-random generators: LCG, xorshift, middle square, and a shuffle
#include <stdint.h>
#include <stdio.h>

static uint32_t lcg_state = 12345;
static uint32_t lcg(void) { return lcg_state = lcg_state * 1664525u + 1013904223u; }

static uint64_t xs = 88172645463325252ull;
static uint64_t xorshift(void)
{
    xs ^= xs << 13;
    xs ^= xs >> 7;
    xs ^= xs << 17;
    return xs;
}

static unsigned middle_square(unsigned v) { return (unsigned)((uint64_t)v * v / 100 % 10000); }

int main(void)
{
    for (int i = 0; i < 5; i++)
        printf("%u ", lcg());
    printf("\n");
    for (int i = 0; i < 4; i++)
        printf("%llu ", (unsigned long long)xorshift());
    printf("\n");
    unsigned m = 5671;
    for (int i = 0; i < 8; i++)
        printf("%u ", m = middle_square(m));
    printf("\n");
    int deck[20];
    for (int i = 0; i < 20; i++)
        deck[i] = i;
    for (int i = 19; i > 0; i--) {
        int j = lcg() % (i + 1), t = deck[i];
        deck[i] = deck[j];
        deck[j] = t;
    }
    for (int i = 0; i < 20; i++)
        printf("%d ", deck[i]);
    printf("\n");
    int buckets[4] = {0};
    for (int i = 0; i < 400; i++)
        buckets[lcg() >> 30]++;
    printf("%d %d %d %d\n", buckets[0], buckets[1], buckets[2], buckets[3]);
    return 0;
}
