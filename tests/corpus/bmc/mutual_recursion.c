//@ property: unreach
//@ truth: false
//@ expect(bmc): false
//@ expect(k-induction): false
// Two functions that call each other, beside a loop that induction could prove alone.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int odd(int n);

int even(int n) {
    return n == 0 ? 1 : odd(n - 1);
}

int odd(int n) {
    return n == 0 ? 0 : even(n - 1);
}

int main(void) {
    int i = 0;
    while (__VERIFIER_nondet_int())
        i = i == 1 ? 0 : 1;
    if (i == 1 && even(24))
        reach_error();
    return 0;
}
