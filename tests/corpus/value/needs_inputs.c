//@ property: unreach
//@ truth: false
//@ inputs: 1004 3029
//@ expect(value): false
// The inputs that reach the error must be found by search: values are unknown to the analysis.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    if (x > 1000 && y == 3 * x + 17 && x % 7 == 3) {
        reach_error();
    }
    return 0;
}
