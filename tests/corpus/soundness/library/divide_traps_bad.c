//@ property: unreach
//@ truth: false
//@ soundness
//@ inputs: -2147483648 -2
// The one quotient that the machine cannot represent ends the run.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (y == 0)
        return 0;
    int q = x / y;
    if (x == -2147483647 - 1 && y == -2)
        reach_error();
    return 0;
}
