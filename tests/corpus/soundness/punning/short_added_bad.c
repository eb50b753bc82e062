//@ property: unreach
//@ truth: false
//@ soundness
// A short that is added to in a buffer of bytes changes its first byte.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char b[16] = {0};
    short *p = (void *)b;
    *p += __VERIFIER_nondet_uchar();
    if (((signed char *)b)[0] != 0)
        reach_error();
    return 0;
}
