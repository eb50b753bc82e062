//@ property: memsafety
//@ truth: true
//@ soundness
// An index that is written as bytes.
extern unsigned char __VERIFIER_nondet_uchar(void);

union { int n; unsigned char bytes[4]; } u;

int main(void) {
    int a[10] = {0};
    u.n = 0;
    u.bytes[0] = __VERIFIER_nondet_uchar();
    if (u.n < 10)
        a[u.n] = 1;
    return 0;
}
