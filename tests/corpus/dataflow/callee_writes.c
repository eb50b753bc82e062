//@ property: unreach
//@ truth: false
//@ expect(dataflow): false
//@ inputs: 77
// What pointers reach does change in a call.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static void set(int *to, int value) {
    *to = value;
}

int main(void) {
    int mine = 5, other = 7;
    set(&other, 3);
    set(&mine, __VERIFIER_nondet_int());
    if (mine == 77 && other == 3) {
        reach_error(); //@ error: unreach-call
    }
    return 0;
}
