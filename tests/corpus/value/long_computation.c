//@ property: unreach
//@ truth: true
//@ expect(value): true
// The path that shows what to track is thousands of steps long.
extern void reach_error(void);

int main(void) {
    unsigned h = 1;
    for (int i = 0; i < 600; i++) {
        h = h * 31u + 7u;
    }
    if (h != 745053057u) {
        reach_error();
    }
    return 0;
}
