//@ property: unreach
//@ truth: true
//@ expect(bmc, 2s): unknown
//@ expect(sixteen_rounds.toml): unknown
//@ expect(k-induction): true
// No bound suffices; that one variable is twice the other is preserved, wrap-around included.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    unsigned x = 0, i = 0;
    while (i < n) {
        i++;
        x += 2;
    }
    if (x != 2 * i)
        reach_error();
    return 0;
}
