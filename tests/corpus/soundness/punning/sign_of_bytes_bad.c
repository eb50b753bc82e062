//@ property: unreach
//@ truth: false
//@ soundness
// The last byte of a number holds its sign.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int x = __VERIFIER_nondet_uchar();
    ((signed char *)&x)[3] = -1;
    if (x < 0)
        reach_error();
    return 0;
}
