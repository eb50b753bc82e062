//@ property: unreach
//@ truth: true
//@ expect(value-nocegar): true
// Floating values are tracked bit by bit, with C's rounding.
extern void reach_error(void);

int main(void) {
    double tenth = 0.1;
    float narrow = (float)tenth;
    double sum = 0.0;
    for (int i = 0; i < 10; i++) {
        sum += tenth;
    }
    if (sum == 1.0) {
        reach_error();
    }
    if ((double)narrow == tenth) {
        reach_error();
    }
    return 0;
}
