//@ property: spec third.spc
//@ truth: true
//@ expect(value): unknown
//@ expect(value-nocegar): true
//@ expect(k-induction): true
//@ expect(predicate): true
// Each value is one less than the number of assignments.
int g;
int one(void) { return 1; }
int main(void) {
    g = 0;
    g = one();
    return 0;
}
