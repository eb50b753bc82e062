//@ property: unreach
//@ truth: true
//@ expect(dataflow): unknown
//@ expect(dataflow-observers): true
//@ expect(explored.toml): true
// A flag is set and looked at with a loop in between: no path through so many rounds is worth an observer of its own.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int flag = __VERIFIER_nondet_int(), state = 0, n = __VERIFIER_nondet_int();
    if (flag) {
        state = 1;
    }
    for (int i = 0; i < n; i++) {
        n = n - __VERIFIER_nondet_int() % 2;
    }
    if (flag && state != 1) {
        reach_error();
    }
    return 0;
}
