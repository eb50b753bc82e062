//@ property: spec left_open.spc
//@ truth: true
//@ expect(value): true
//@ expect(predicate): true
extern int __VERIFIER_nondet_int(void);
void acquire(int which) {}
void release(int which) {}
int main(void) {
    int taken = 0;
    if (__VERIFIER_nondet_int()) {
        acquire(1);
        taken = 1;
    }
    if (taken) release(1);
    return 0;
}
