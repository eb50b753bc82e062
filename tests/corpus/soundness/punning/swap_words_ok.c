//@ property: unreach
//@ truth: true
//@ soundness
// The halves of a number change places.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uchar();
    unsigned short *h = (unsigned short *)&x;
    unsigned short t = h[0];
    h[0] = h[1];
    h[1] = t;
    if (x & 0xffff)
        reach_error();
    return 0;
}
