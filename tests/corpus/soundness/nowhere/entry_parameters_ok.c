//@ property: unreach
//@ truth: true
//@ soundness
// Two pointers that a caller hands over may be the same.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static int sum(int *p, int *q) {
    *p = 1;
    *q = 2;
    return *p;
}

int main(void) {
    int a = 0, b = 0;
    int *p = &a, *q = __VERIFIER_nondet_uchar() & 1 ? &b : &b;
    if (sum(p, q) == 2)
        reach_error();
    return 0;
}
