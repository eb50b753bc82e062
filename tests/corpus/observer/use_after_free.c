//@ property: unreach
//@ truth: true
//@ expect(dataflow): unknown
//@ expect(dataflow-observers): true
//@ expect(explored.toml): true
// Fig. 10b of Saan (2020), after Junker et al.: memory is given back in the last round of a loop.
extern void reach_error(void);

int main(void) {
    int x;
    int p = 1;
    for (x = 10; x > 0; x--) {
        if (p != 1) {
            reach_error();
        }
        if (x == 1) {
            p = 0;
        }
    }
    return 0;
}
