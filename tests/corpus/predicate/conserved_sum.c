//@ property: unreach
//@ truth: true
//@ expect(predicate): true
// What one number loses the other gains: a + b == c.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int c = __VERIFIER_nondet_int();
    int a = c, b = 0;
    while (a > 0) {
        a--;
        b++;
    }
    if (a + b != c) {
        reach_error();
    }
    return 0;
}
