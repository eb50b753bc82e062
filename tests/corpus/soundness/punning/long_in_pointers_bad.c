//@ property: unreach
//@ truth: false
//@ soundness
//@ data-model: ILP32
// Numbers of 8 bytes over two of 4 bytes.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    long v[2] = {0, 0};
    *(long long *)v = (long long)__VERIFIER_nondet_uchar() << 32;
    if (v[1] != 0)
        reach_error();
    return 0;
}
