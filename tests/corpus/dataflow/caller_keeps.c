//@ property: unreach
//@ truth: true
//@ expect(dataflow): true
//@ expect(one_context.toml): true
// What a caller has in variables of its own does not change in a call, whoever else calls.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int calls;

static void count(void) {
    if (calls < 1000) {
        calls++;
    }
}

static void first(void) {
    int mine = 3;
    count();
    if (mine != 3) {
        reach_error();
    }
}

int main(void) {
    int mine = 5;
    count();
    first();
    count();
    if (mine != 5 || calls < 0 || calls > 1000) {
        reach_error();
    }
    return 0;
}
