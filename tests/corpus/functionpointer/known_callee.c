//@ property: unreach
//@ truth: true
//@ expect(callees.toml): true
//@ expect(base): unknown
// The pointer is set to the harmless function, and a comparison knows it too.
extern void reach_error(void);

static void harmless(void) {}

static void harmful(void) {
    reach_error();
}

int main(void) {
    void (*action)(void) = harmless;
    action();
    if (action == harmful) {
        action();
    }
    return 0;
}
