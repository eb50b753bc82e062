//@ property: unreach
//@ truth: true
//@ expect(value-slicing): true
//@ expect(symbolic-slicing): unknown
//@ expect(symbolic-slicing-cegar): true
//@ expect(around_predicate.toml): true
//@ expect(around_smg.toml): true
//@ expect(around_bmc.toml, 2s): unknown
//@ expect(around_induction.toml, 2s): unknown
// The sum is never asked for. The rounds of its loop are conditions on the path, so they are in the slice: only together with
// refinement nobody counts them. Proofs that are checked are about the whole program, so here unrolling sees the loop.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned sum;

static void add_up(unsigned n) {
    for (unsigned i = 0; i < n; i++) {
        sum = sum * 3 + i;
    }
}

int main(void) {
    unsigned lock = 0;
    add_up(__VERIFIER_nondet_uint());
    lock = lock + 1;
    add_up(__VERIFIER_nondet_uint());
    if (lock != 1) {
        reach_error();
    }
    return sum != 0;
}
