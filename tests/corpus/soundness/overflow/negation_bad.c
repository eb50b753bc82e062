//@ property: overflow
//@ truth: false
//@ soundness
// The negation of the smallest number does not fit.
extern char __VERIFIER_nondet_char(void);

int main(void) {
    signed char c = __VERIFIER_nondet_char();
    int x = c == -128 ? -2147483647 - 1 : c;
    int y = -x;
    return y == 3;
    return 0;
}
