//@ property: unreach
//@ truth: false
//@ soundness
// A case with a range of values.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int a = 0;
    switch (__VERIFIER_nondet_uchar()) {
    case 5 ... 9:
        a = 1;
        break;
    case 12 ... 12:
        a = 2;
        break;
    }
    if (a == 2)
        reach_error();
    return 0;
}
