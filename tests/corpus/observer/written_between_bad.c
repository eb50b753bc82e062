//@ property: unreach
//@ truth: false
//@ expect(dataflow-observers): false
//@ expect(explored.toml): false
// The shortest path contradicts itself, a longer one writes what it looks at in between.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == 1) {
        if (__VERIFIER_nondet_int() > 7) {
            x = x + 1;
        }
        if (x == 2) {
            reach_error(); //@ error: unreach-call
        }
    }
    return 0;
}
