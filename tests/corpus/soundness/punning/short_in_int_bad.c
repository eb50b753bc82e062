//@ property: unreach
//@ truth: false
//@ soundness
// Half of a number is written through a pointer to a shorter type.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int x = 0x11223344;
    short *p = (short *)&x;
    p[1] = __VERIFIER_nondet_uchar();
    if (x == 0x00053344)
        reach_error();
    return 0;
}
