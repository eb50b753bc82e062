//@ property: memsafety
//@ truth: false
//@ expect(memsafety): false
// Example program 7 of the SMG value-analysis thesis (Figure 15): an unknown index that is only checked from below.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int array[10];
    if (x >= 0) {
        array[x] = x;
    }
}
