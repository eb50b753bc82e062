//@ property: unreach
//@ truth: false
//@ soundness
//@ outside: unsigned char __VERIFIER_nondet_uchar(void); int any(void) { return __VERIFIER_nondet_uchar(); }
// The result of a function that is defined elsewhere can be anything.
extern void reach_error(void);

extern int any(void);

int main(void) {
    int a = any();
    if (a == 5)
        reach_error();
    return 0;
}
