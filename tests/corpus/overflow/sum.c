//@ property: overflow
//@ truth: true
//@ expect(k-induction): true
//@ expect(predicate): true
// At most ten summands below a hundred.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), sum = 0;
    if (x < 0 || x >= 100)
        return 0;
    for (int i = 0; i < 10; i++)
        sum += x;
    return sum << 2;
}
