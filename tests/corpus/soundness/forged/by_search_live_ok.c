//@ property: unreach
//@ truth: true
//@ soundness
// A number gets the bits of a pointer by a binary search, and is written through.
extern void reach_error(void);

int main(void) {
    int a = 1;
    unsigned long n = (unsigned long)&a, v = 0;
    unsigned long step = 1ul << 63;
    while (step) {
        if (v + step <= n)
            v += step;
        step >>= 1;
    }

    *(int *)v = 7;
    if (a == 8)
        reach_error();
    return 0;
}
