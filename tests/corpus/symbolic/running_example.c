//@ property: unreach
//@ truth: true
//@ expect(predicate): true
//@ expect(symbolic-slicing-cegar): true
// The running example of the thesis on slicing and refinement (Fig. 1 and 4). The first loop decides nothing, which refinement
// finds out; the second one comes after the only violation, which slicing finds out. Either alone unrolls a loop.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int w = __VERIFIER_nondet_int();
    int y = 1;
    while (x > 0) {
        x = x - 1;
    }
    if (x < 0 && y < 0) {
        reach_error();
    } else {
        while (y < w) {
            y = y + 1;
        }
    }
    return 0;
}
