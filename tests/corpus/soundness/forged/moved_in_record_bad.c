//@ property: unreach
//@ truth: false
//@ soundness
//@ unseen: the distance between two objects is up to the machine
// The distance comes out of a record whose address is known to others.
extern void reach_error(void);
extern long __VERIFIER_nondet_long(void);

struct move { unsigned long from; long by; };

static int a, b;

static void apply(struct move *move) {
    *(int *)(move->from + move->by) = 7;
}

int main(void) {
    struct move move = {(unsigned long)&a, __VERIFIER_nondet_long()};
    unsigned long other = (unsigned long)&b;
    apply(&move);
    if (b != 0 && other != 0)
        reach_error();
    return 0;
}
