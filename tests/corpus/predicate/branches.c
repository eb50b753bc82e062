//@ property: unreach
//@ truth: true
//@ expect(predicate): true
// Many branches in one block: their number of paths does not matter.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int p1 = __VERIFIER_nondet_int(), p2 = __VERIFIER_nondet_int(), p3 = __VERIFIER_nondet_int();
    int p4 = __VERIFIER_nondet_int(), p5 = __VERIFIER_nondet_int(), p6 = __VERIFIER_nondet_int();
    int taken, given;
    while (__VERIFIER_nondet_int()) {
        taken = 0;
        given = 0;
        if (p1) taken++;
        if (p2) taken++;
        if (p3) taken++;
        if (p4) taken++;
        if (p5) taken++;
        if (p6) taken++;
        if (p1) given++;
        if (p2) given++;
        if (p3) given++;
        if (p4) given++;
        if (p5) given++;
        if (p6) given++;
        if (taken != given) {
            reach_error();
        }
    }
    return 0;
}
