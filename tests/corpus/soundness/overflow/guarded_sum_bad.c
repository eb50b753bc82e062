//@ property: overflow
//@ truth: false
//@ soundness
//@ inputs: 2147483647
// A sum that a guard keeps within its type.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x <= 2147483647)
        x = x + 1;
    return x == 5;
    return 0;
}
