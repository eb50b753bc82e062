//@ property: unreach
//@ truth: true
//@ expect(k-induction): true
// The inner loop starts where the outer one is.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000)
        return 0;
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
            if (j < i || j >= 1000)
                reach_error();
    return 0;
}
