//@ property: memsafety
//@ truth: true
//@ soundness
// An index against the length of a variable array.
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar(), i = __VERIFIER_nondet_uchar();
    if (n < 1 || n > 8)
        return 0;
    char a[n];
    if (i < n)
        a[i] = 1;
    return 0;
}
