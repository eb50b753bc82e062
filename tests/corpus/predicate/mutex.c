//@ property: spec mutex.spc
//@ truth: true
//@ expect(predicate): true
// An automaton that follows calls: the state variable knows whether the lock is held.
extern int __VERIFIER_nondet_int(void);
extern void mutex_lock(void);
extern void mutex_unlock(void);

int main(void) {
    int held = 0;
    while (__VERIFIER_nondet_int()) {
        if (!held && __VERIFIER_nondet_int()) {
            mutex_lock();
            held = 1;
        }
        if (held && __VERIFIER_nondet_int()) {
            mutex_unlock();
            held = 0;
        }
    }
    if (held) {
        mutex_unlock();
    }
    return 0;
}
