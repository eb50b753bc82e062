//@ property: unreach
//@ truth: true
//@ soundness
//@ outside: unsigned char __VERIFIER_nondet_uchar(void); int any(void) { return __VERIFIER_nondet_uchar(); }
// The result of a function that is defined elsewhere can be anything.
extern void reach_error(void);

extern int any(void);

int main(void) {
    int a = any();
    if (a == 5 && a == 6)
        reach_error();
    return 0;
}
