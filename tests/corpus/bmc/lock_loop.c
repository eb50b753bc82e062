//@ property: unreach
//@ truth: true
//@ expect(k-induction): true
// A lock that is taken in each round and released only when the loop goes on.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int lock = 0, old, new = 0;
    do {
        lock = 1;
        old = new;
        if (__VERIFIER_nondet_int()) {
            lock = 0;
            new ++;
        }
    } while (new != old);
    if (lock == 0)
        reach_error();
    return 0;
}
