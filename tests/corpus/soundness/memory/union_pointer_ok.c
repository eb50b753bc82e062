//@ property: memsafety
//@ truth: true
//@ soundness
// A pointer and a number share their bytes.
extern unsigned char __VERIFIER_nondet_uchar(void);

union { int *p; unsigned long n; } u;

int main(void) {
    int a = 0;
    u.p = &a;
    if (__VERIFIER_nondet_uchar() == 8)
        u.n = u.n;
    *u.p = 1;
    return 0;
}
