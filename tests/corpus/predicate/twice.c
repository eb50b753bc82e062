//@ property: unreach
//@ truth: true
//@ expect(predicate): true
// A counter and its double in wrapping 32-bit arithmetic.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    int x = 0, i = 0;
    while (i < n) {
        x += 2;
        i++;
    }
    if (x != 2 * i) {
        reach_error();
    }
    return 0;
}
