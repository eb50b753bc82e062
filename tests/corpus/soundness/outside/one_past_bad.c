//@ property: unreach
//@ truth: false
//@ soundness
//@ assumption
// The end of one array may be the begin of another.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static int a[4], b[4];

int main(void) {
    a[0] = b[0] = __VERIFIER_nondet_uchar();
    if (a + 4 == b)
        reach_error();
    return 0;
}
