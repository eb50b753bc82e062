//@ property: unreach
//@ truth: false
//@ soundness
// A number gets the bits of a pointer from a table, and is written through.
extern void reach_error(void);

static const unsigned char table[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};


int main(void) {
    int a = 1;
    unsigned long n = (unsigned long)&a, v = 0;
    for (int i = 15; i >= 0; i--)
        v = v << 4 | table[n >> 4 * i & 15];

    *(int *)v = 7;
    if (a == 7)
        reach_error();
    return 0;
}
