// The number of buckets becomes zero after shrinking
#include <stdio.h>

static unsigned buckets = 4;

static unsigned slot(unsigned key)
{
    return key % buckets; //@ error: division-by-zero
}

static void shrink(void)
{
    buckets /= 2;
}

int main(void)
{
    for (int i = 0; i < 4; i++) {
        printf("%u\n", slot(1000 + i));
        shrink();
    }
    return 0;
}
