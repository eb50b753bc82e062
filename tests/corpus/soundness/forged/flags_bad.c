//@ property: unreach
//@ truth: false
//@ soundness
// The bits of a pointer are kept as flags.
extern void reach_error(void);

int main(void) {
    int a = 1;
    unsigned long n = (unsigned long)&a, v = 0;
    _Bool flags[64] = {0};
    for (int i = 0; i < 64; i++)
        flags[i] = n >> i & 1;
    for (int k = 0; k < 64; k++)
        if (flags[k])
            v |= 1ul << k;
    *(int *)v = 7;
    if (a == 7)
        reach_error();
    return 0;
}
