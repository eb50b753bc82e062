//@ property: unreach
//@ truth: false
//@ expect(value-slicing): false
//@ expect(symbolic-slicing): false
//@ expect(symbolic-slicing-cegar): false
//@ expect(around_predicate.toml): false
//@ expect(around_smg.toml): false
//@ expect(around_bmc.toml): false
//@ expect(around_induction.toml): false
// One call of `wait_for` has nothing to do with the violation but stands before it: were its argument left out of the slice
// while the loop behind it is in, the loop would see an old value and never end.
extern void reach_error(void);

static int wait_for(int rounds) {
    int waited = 0;
    while (rounds != 0) {
        rounds = rounds - 1;
        waited = waited + 1;
    }
    return waited;
}

int main(void) {
    int first = 2;
    wait_for(first);
    int n = wait_for(3);
    if (n == 3) {
        reach_error();
    }
    return 0;
}
