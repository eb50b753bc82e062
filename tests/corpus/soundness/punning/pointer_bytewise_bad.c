//@ property: unreach
//@ truth: false
//@ soundness
// A pointer is copied byte by byte.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int a = 1, b = 2;
    int *p = &a, *q = &b;
    for (unsigned i = 0; i < sizeof p; i++)
        ((char *)&q)[i] = ((char *)&p)[i];
    *q = __VERIFIER_nondet_uchar();
    if (a == 3)
        reach_error();
    return 0;
}
