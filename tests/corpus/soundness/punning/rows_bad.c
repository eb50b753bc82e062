//@ property: unreach
//@ truth: false
//@ soundness
// A matrix is walked as one array.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int m[2][3] = { {0} };
    int *p = &m[0][0];
    unsigned char i = __VERIFIER_nondet_uchar();
    if (i < 6)
        p[i] = 1;
    if (m[1][2])
        reach_error();
    return 0;
}
