//@ property: unreach
//@ truth: false
//@ soundness
// One buffer, three types, an index that is an input.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned buffer[4];

int main(void) {
    unsigned char i = __VERIFIER_nondet_uchar() & 15;
    ((unsigned char *)buffer)[i] = 1;
    unsigned short *h = (unsigned short *)buffer;
    if (h[3] == 256 && i)
        reach_error();
    return 0;
}
