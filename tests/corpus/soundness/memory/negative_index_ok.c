//@ property: memsafety
//@ truth: true
//@ soundness
// An index that becomes negative.
extern char __VERIFIER_nondet_char(void);

int main(void) {
    int a[4];
    signed char i = __VERIFIER_nondet_char();
    if (i < 4 && i >= 0)
        a[i] = 1;
    return 0;
}
