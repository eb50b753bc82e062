//@ property: termination
//@ truth: true
//@ expect(execution): true
// A sequence that nobody knows an argument for, from one start.
int main(void) {
    unsigned n = 27, steps = 0;
    while (n != 1) {
        n = n % 2 ? 3 * n + 1 : n / 2;
        steps++;
    }
    return steps == 111 ? 0 : 1;
}
