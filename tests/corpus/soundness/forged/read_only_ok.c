//@ property: unreach
//@ truth: true
//@ soundness
// What lies behind a number with the bits of a pointer is read.
extern void reach_error(void);

int main(void) {
    int a = 1, seen = 0;
    unsigned long n = (unsigned long)&a, v = 0;
    for (int i = 0; i < 64; i++)
        if (n >> i & 1)
            v |= 1ul << i;
    a = 7;
    seen = *(int *)v;
    if (seen == 8)
        reach_error();
    return 0;
}
