//@ property: unreach
//@ truth: true
//@ soundness
// A double is cleared byte by byte.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    double d = 1 + __VERIFIER_nondet_uchar();
    unsigned char *p = (unsigned char *)&d;
    for (int i = 0; i < 8; i++)
        p[i] = 0;
    if (d != 0)
        reach_error();
    return 0;
}
