//@ property: unreach
//@ truth: false
//@ soundness
//@ data-model: ILP32
// A long long is read in two halves.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    long long x = __VERIFIER_nondet_uchar();
    x = x << 32 | 5;
    int *p = (int *)&x;
    if (p[1] == 9)
        reach_error();
    return 0;
}
