//@ property: unreach
//@ truth: true
//@ expect(callees.toml): unknown
// Only variables are tracked, no elements of arrays.
extern void reach_error(void);

static void harmless(void) {}

static void harmful(void) {
    reach_error();
}

int main(void) {
    void (*actions[2])(void) = {harmless, harmful};
    actions[0]();
    return 0;
}
