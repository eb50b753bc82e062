//@ property: memsafety
//@ truth: false
//@ expect(memsafety): false
// Example program 7 of the SMG value-analysis thesis (Figure 15): an unknown index that is only checked from below.
int main(int x) {
    int array[10];
    if (x >= 0) {
        array[x] = x;
    }
}
