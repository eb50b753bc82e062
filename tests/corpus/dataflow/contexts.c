//@ property: unreach
//@ truth: true
//@ expect(dataflow): true
//@ expect(one_context.toml): unknown
// Calls from different places are told apart.
extern void reach_error(void);

static int difference(int x) {
    return x - 1;
}

int main(void) {
    int a = difference(1), b = difference(100);
    if (a != 0 || b != 99) {
        reach_error();
    }
    return 0;
}
