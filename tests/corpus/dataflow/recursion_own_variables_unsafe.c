//@ property: unreach
//@ truth: false
//@ expect(dataflow): false
// A pointer leads from an activation into the variables of an older one.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static void down(int n, int *older) {
    int mine = 1;
    if (n > 0) {
        down(n - 1, &mine);
        if (mine != 1) {
            reach_error(); //@ error: unreach-call
        }
    }
    if (older) {
        *older = n + 2;
    }
}

int main(void) {
    down(2, 0);
    return 0;
}
