//@ property: unreach
//@ truth: true
//@ expect(symbolic): true
//@ expect(symbolic-cegar): true
// Each round has inputs of its own, but the state at the head of the loop is the same up to their names.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int locked = 0;
    while (__VERIFIER_nondet_int()) {
        int request = __VERIFIER_nondet_int();
        if (request > 3 && request < 9) {
            if (locked) {
                reach_error();
            }
            locked = 1;
            int work = request * 2;
            if (work > 18 || work < 6) {
                reach_error();
            }
            locked = 0;
        }
    }
    return 0;
}
