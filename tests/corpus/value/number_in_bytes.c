//@ property: unreach
//@ truth: false
//@ expect(value): false
//@ expect(value-nocegar): false
//@ expect(value-interval): false
//@ expect(interval): false
// A number lies in the bytes of a buffer.
extern void reach_error(void);

int main(void) {
    char buf[16];
    *(int *)buf = 1;
    if (buf[0] == 1) {
        reach_error();
    }
    return 0;
}
