//@ property: spec left_open.spc
//@ truth: false
//@ expect(value): false
//@ expect(predicate): false
// The last edge of a run is evidence too: the program ends while something is open.
extern int __VERIFIER_nondet_int(void);
void acquire(int which) {}
void release(int which) {}
int main(void) {
    acquire(1);
    if (__VERIFIER_nondet_int() != 7) release(1);
    return 0;
}
