//@ property: unreach
//@ truth: true
//@ soundness
// A number gets the bits of a pointer by conditions, and is written through.
extern void reach_error(void);

int main(void) {
    int a = 1;
    unsigned long n = (unsigned long)&a, v = 0;
    for (int i = 0; i < 64; i++)
        if (n >> i & 1)
            v |= 1ul << i;

    *(int *)v = 7;
    if (a == 8)
        reach_error();
    return 0;
}
