//@ property: unreach
//@ truth: true
//@ expect(dataflow): true
// Widening finds the ends of nested loops in the constants of the program, and narrowing those that are no constants.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int table[10];

static void fill(int from, int to) {
    for (int i = from; i < to; i++) {
        if (i < 0 || i >= 10) {
            reach_error();
        }
        table[i] = i;
    }
}

int main(void) {
    int limit = __VERIFIER_nondet_int();
    if (limit > 7) {
        limit = 7;
    }
    for (int row = 0; row < 10; row++) {
        fill(0, row);
        fill(0, limit);
    }
    return 0;
}
