//@ property: unreach
//@ truth: false
//@ soundness
// The bits of a float are looked at through a pointer.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    float f = __VERIFIER_nondet_uchar();
    unsigned bits = *(unsigned *)&f;
    if (bits == 0x40000000)
        reach_error();
    return 0;
}
