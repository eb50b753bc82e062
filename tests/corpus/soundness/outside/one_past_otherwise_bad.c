//@ property: unreach
//@ truth: false
//@ soundness
//@ assumption
//@ unseen: only if gcc puts them so
// The end of one array may be the begin of another, the other way round.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static int a[4], b[4];

int main(void) {
    a[0] = b[0] = __VERIFIER_nondet_uchar();
    if (b + 4 == a)
        reach_error();
    return 0;
}
