//@ property: unreach
//@ truth: false
//@ expect(dataflow-observers): false
// The same, but memory is given back one round too early.
extern void reach_error(void);

int main(void) {
    int x;
    int p = 1;
    for (x = 10; x > 0; x--) {
        if (p != 1) {
            reach_error(); //@ error: unreach-call
        }
        if (x == 2) {
            p = 0;
        }
    }
    return 0;
}
