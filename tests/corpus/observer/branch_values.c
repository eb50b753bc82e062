//@ property: unreach
//@ truth: false
//@ expect(dataflow-observers): false
//@ expect(explored.toml): false
// Fig. 9a of Saan (2020), after Beyer et al.: a violation with concrete values, next to one that cannot happen.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int s = __VERIFIER_nondet_int(), t = __VERIFIER_nondet_int();
    int d = s - t;
    if (d < 2 || d > 8) {
        return 0;
    }
    int x = __VERIFIER_nondet_int();
    int a = x ? 512 : 64;
    int b = a * d;
    if (b >= 2048) {
        reach_error(); //@ error: unreach-call
    }
    if (b < 128) {
        reach_error();
    }
    while (a > 0) {
        a--;
    }
    return 0;
}
