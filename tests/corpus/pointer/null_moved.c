//@ property: unreach
//@ truth: false
//@ expect(value): false
//@ expect(value-nocegar): false
//@ expect(value-interval): false
//@ expect(interval): false
//@ expect(pointer): false
// Null that was moved is not null.
extern void reach_error(void);
struct Pair {
    int a, b;
};

int main(void) {
    char *p = 0;
    char *q = p + 4;
    if (q != 0) {
        reach_error();
    }
    return 0;
}
