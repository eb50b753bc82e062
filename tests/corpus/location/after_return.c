//@ property: unreach
//@ truth: true
//@ expect(base): true
// No edge leads to what comes after a return.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    if (__VERIFIER_nondet_uchar()) {
        return 1;
        reach_error();
    }
    return 0;
    reach_error();
}
