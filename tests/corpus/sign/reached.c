//@ property: unreach
//@ truth: false
//@ expect(sign): false
// A violation on every run.
extern void reach_error(void);

int main(void) {
    int x = -1;
    if (x < 0) {
        reach_error();
    }
    return 0;
}
