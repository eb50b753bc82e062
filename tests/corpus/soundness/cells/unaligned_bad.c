//@ property: unreach
//@ truth: false
//@ soundness
// A number is written over four bytes that an input chooses.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

unsigned char a[8];
int main(void) {
    unsigned i = __VERIFIER_nondet_uchar() & 3;
    *(unsigned *)(a + i) = 0x01020304;
    if (a[4] == 3 && a[1] == 0)
        reach_error();
    return 0;
}
