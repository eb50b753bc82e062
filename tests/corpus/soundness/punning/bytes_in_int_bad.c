//@ property: unreach
//@ truth: false
//@ soundness
// Bytes written into a number change the number.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int x = 0;
    ((unsigned char *)&x)[1] = __VERIFIER_nondet_uchar();
    if (x == 0x4100)
        reach_error();
    return 0;
}
