//@ property: unreach
//@ truth: true
//@ expect(predicate): true
// Nested loops: the inner one counts what the outer one bounds.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++) {
        int j = 0;
        while (j < i) {
            j++;
        }
        if (j != i) {
            reach_error();
        }
    }
    return 0;
}
