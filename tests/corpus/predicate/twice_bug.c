//@ property: unreach
//@ truth: false
//@ expect(predicate): false
// The double is three too large after the third round.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    int x = 0, i = 0;
    while (i < n) {
        x += 2;
        i++;
        if (i == 3) {
            x += 3;
        }
    }
    if (x != 2 * i) {
        reach_error();
    }
    return 0;
}
