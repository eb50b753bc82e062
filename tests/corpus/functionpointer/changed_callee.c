//@ property: unreach
//@ truth: false
//@ expect(callees.toml): false
// The second assignment counts.
extern void reach_error(void);

static void harmless(void) {}

static void harmful(void) {
    reach_error();
}

int main(void) {
    void (*action)(void) = harmless;
    action = harmful;
    action();
    return 0;
}
