//@ property: overflow
//@ truth: true
//@ soundness
// Arithmetic of shorter types is that of int.
extern short __VERIFIER_nondet_short(void);

int main(void) {
    short a = __VERIFIER_nondet_short(), b = __VERIFIER_nondet_short();
    int r = a * b;
    r = r / 4;
    return r == 1;
    return 0;
}
