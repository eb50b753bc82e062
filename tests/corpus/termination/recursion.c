//@ property: termination
//@ truth: true
//@ expect(termination): true
//@ expect(auto): true
// Recursion of a depth that is known.
static int down(int n) { return n == 0 ? 0 : down(n - 1); }

int main(void) { return down(5); }
