//@ property: unreach
//@ truth: true
//@ expect(dataflow-observers, 5s): unknown
// The contradiction needs all rounds of the loop at once: observers only unroll it, and are given up.
extern void reach_error(void);

int main(void) {
    unsigned int x = 0, y = 0;
    while (x < 1000) {
        x++;
        y += 2;
    }
    if (y != 2000) {
        reach_error();
    }
    return 0;
}
