//@ property: spec third.spc
//@ truth: false
//@ expect(value): false
//@ expect(predicate): false
// The second assignment is the result of a call, and what is assumed counts it.
int g;
int two(void) { return 2; }
int main(void) {
    g = 0;
    g = two();
    return 0;
}
