// Sets as bit vectors: union, intersection, difference, iteration
#include <stdbool.h>
#include <stdio.h>

#define BITS (8 * sizeof(unsigned long))
#define WORDS (200 / BITS + 1)

typedef struct { unsigned long w[WORDS]; } set;

static void add(set *s, unsigned v) { s->w[v / BITS] |= 1ul << v % BITS; }
static void drop(set *s, unsigned v) { s->w[v / BITS] &= ~(1ul << v % BITS); }
static bool has(const set *s, unsigned v) { return s->w[v / BITS] >> v % BITS & 1; }
static set both(set a, set b)
{
    for (unsigned i = 0; i < WORDS; i++)
        a.w[i] &= b.w[i];
    return a;
}
static set minus(set a, set b)
{
    for (unsigned i = 0; i < WORDS; i++)
        a.w[i] &= ~b.w[i];
    return a;
}
static int size(const set *s)
{
    int n = 0;
    for (unsigned i = 0; i < WORDS; i++)
        n += __builtin_popcountl(s->w[i]);
    return n;
}

int main(void)
{
    set twos = {{0}}, threes = {{0}};
    for (unsigned v = 0; v < 200; v += 2)
        add(&twos, v);
    for (unsigned v = 0; v < 200; v += 3)
        add(&threes, v);
    set sixes = both(twos, threes), rest = minus(threes, twos);
    printf("%d %d %d %d\n", size(&twos), size(&threes), size(&sixes), size(&rest));
    drop(&sixes, 0);
    drop(&sixes, 6);
    for (unsigned v = 0; v < 50; v++)
        if (has(&sixes, v))
            printf("%u ", v);
    printf("\n");
    printf("%d %d %d\n", has(&rest, 63), has(&rest, 64), has(&rest, 195));
    return 0;
}
