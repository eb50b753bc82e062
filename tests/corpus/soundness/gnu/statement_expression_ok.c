//@ property: unreach
//@ truth: true
//@ soundness
// The value of a block.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int a = ({ int t = __VERIFIER_nondet_uchar(); t += 1; t; });
    if (a == 0)
        reach_error();
    return 0;
}
