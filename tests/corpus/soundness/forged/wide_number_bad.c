//@ property: unreach
//@ truth: false
//@ soundness
// An address in the middle of a number of 128 bits.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int a = 1;
    unsigned __int128 n = (unsigned long)&a;
    n <<= 40;
    n += __VERIFIER_nondet_uchar();
    n >>= 40;
    *(int *)(unsigned long)n = 7;
    if (a == 7)
        reach_error();
    return 0;
}
