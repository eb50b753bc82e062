//@ property: unreach
//@ truth: true
//@ expect(dataflow): unknown
//@ expect(entry_contexts.toml): true
// Two calls deep the last call site is always the same: only what goes in tells these calls apart.
extern void reach_error(void);

static int inner(int x) {
    return x + 1;
}

static int outer(int x) {
    return inner(x);
}

int main(void) {
    if (outer(1) + outer(10) != 13) {
        reach_error();
    }
    return 0;
}
