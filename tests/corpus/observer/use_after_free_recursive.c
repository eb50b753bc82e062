//@ property: unreach
//@ truth: true
//@ expect(dataflow): unknown
//@ expect(dataflow-observers): true
// Fig. 10b of Saan (2020) with a function that calls itself in place of the loop.
extern void reach_error(void);

static int p = 1;

static void round(int x) {
    if (x <= 0) {
        return;
    }
    if (p != 1) {
        reach_error();
    }
    if (x == 1) {
        p = 0;
    }
    round(x - 1);
}

int main(void) {
    round(10);
    return 0;
}
