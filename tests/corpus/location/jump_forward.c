//@ property: unreach
//@ truth: false
//@ expect(base): false
// A jump over a return, into a loop that is never entered from above.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    if (__VERIFIER_nondet_uchar() == 7) {
        goto inside;
    }
    return 0;
    while (1) {
        return 1;
    inside:
        reach_error();
    }
}
