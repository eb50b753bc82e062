//@ property: unreach
//@ truth: false
//@ expect(value): false
//@ expect(value-nocegar): false
//@ expect(value-interval): false
//@ expect(interval): false
//@ expect(pointer): false
// Equal string literals can be one.
extern void reach_error(void);

int main(void) {
    const char *p = "text", *q = "some text";
    if (p == q + 5) {
        reach_error();
    }
    const char *r = "text";
    if (p == r) {
        reach_error();
    }
    return 0;
}
