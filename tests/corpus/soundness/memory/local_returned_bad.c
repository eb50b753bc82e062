//@ property: memsafety
//@ truth: false
//@ soundness
// The address of a local object outlives it.
extern unsigned char __VERIFIER_nondet_uchar(void);

static int *where(int *other) {
    int x = 1;
    int *p = &x;
    return p;
}

int main(void) {
    int y = __VERIFIER_nondet_uchar();
    int *p = where(&y);
    return *p == 3;
    return 0;
}
