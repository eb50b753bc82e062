//@ property: unreach
//@ truth: true
//@ expect(bmc): true
//@ expect(k-induction): true
// A loop that ends after at most ten rounds: nothing is left behind the bound.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    if (n < 0 || n > 10)
        return 0;
    for (int i = 0; i < n; i++)
        sum += i;
    if (sum > 45)
        reach_error();
    return 0;
}
