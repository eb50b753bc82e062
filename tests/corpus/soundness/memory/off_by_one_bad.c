//@ property: memsafety
//@ truth: false
//@ soundness
// A write behind an array whose index is an input.
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int a[4];
    unsigned char i = __VERIFIER_nondet_uchar();
    if (i <= 4)
        a[i] = 1;
    return 0;
}
