//@ property: termination
//@ truth: true
//@ expect(termination): true
//@ expect(auto): true
// Unrolling sees the end of every run.
int main(void) {
    int s = 0;
    for (int i = 0; i < 7; i++)
        s += i * s + 1;
    return s;
}
