//@ property: unreach
//@ truth: true
//@ soundness
// The distance comes out of a record whose address is known to others.
extern void reach_error(void);
extern long __VERIFIER_nondet_long(void);

struct move { unsigned long from; long by; };

static int a[4], b;

static void apply(struct move *move) {
    *(int *)(move->from + move->by) = 7;
}

int main(void) {
    long by = __VERIFIER_nondet_long();
    if (by != 0 && by != 4)
        return 0;
    struct move move = {(unsigned long)a, by};
    unsigned long other = (unsigned long)&b;
    apply(&move);
    if (b != 0 && other != 0)
        reach_error();
    return 0;
}
