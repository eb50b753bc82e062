//@ property: unreach
//@ truth: false
//@ soundness
// The bits of an address are turned by an input, and back.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int a = 1;
    unsigned k = __VERIFIER_nondet_uchar() & 31;
    if (!k)
        return 0;
    unsigned long n = (unsigned long)&a;
    n = n << k | n >> (64 - k);
    n = n >> k | n << (64 - k);
    *(int *)n = 7;
    if (a == 7)
        reach_error();
    return 0;
}
