//@ property: unreach
//@ truth: true
//@ expect(bounded.toml): unknown
// Every round is a path of its own. A bound on loops ends them, and says so.
extern void reach_error(void);
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned int n = __VERIFIER_nondet_uint();
    unsigned int i = 0;
    while (i < n) {
        i = i + 1;
    }
    if (i != n) {
        reach_error();
    }
    return 0;
}
