//@ property: unreach
//@ truth: false
//@ expect(value-slicing): false
//@ expect(symbolic-slicing-cegar): false
// What decides is written through a pointer, in a function, under a condition on something else.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static void set(int *where, int what) {
    *where = what;
}

int main(void) {
    int state = 0, other = 0;
    int *which = __VERIFIER_nondet_int() ? &state : &other;
    set(which, 7);
    if (state == 7) {
        reach_error();
    }
    return 0;
}
