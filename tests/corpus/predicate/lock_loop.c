//@ property: unreach
//@ truth: true
//@ expect(predicate): true
// The example of lazy abstraction: the lock is held exactly when the counter did not move.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int lock = 0, n = __VERIFIER_nondet_int(), old;
    do {
        if (lock) {
            reach_error();
        }
        lock = 1;
        old = n;
        if (__VERIFIER_nondet_int()) {
            lock = 0;
            n++;
        }
    } while (n != old);
    if (!lock) {
        reach_error();
    }
    return 0;
}
