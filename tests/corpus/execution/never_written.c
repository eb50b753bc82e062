//@ property: unreach
//@ truth: true
//@ expect(execution): unknown
// A variable that was never written may hold anything: there are many runs.
extern void reach_error(void);

int main(void) {
    int x;
    int y = x & 1;
    if (y > 1)
        reach_error();
    return 0;
}
