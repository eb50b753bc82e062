//@ property: unreach
//@ truth: false
//@ expect(base): false
//@ expect(value): false
// The violation comes after all calls have returned.
extern void reach_error(void);

static void down(int n) {
    if (n > 0) {
        down(n - 1);
    }
}

int main(void) {
    down(3);
    reach_error();
}
