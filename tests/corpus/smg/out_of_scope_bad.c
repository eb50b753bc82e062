//@ property: memsafety
//@ truth: false
//@ expect(memsafety): false
// A pointer to a variable of a loop body is kept after the loop.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *largest = 0;
    for (int i = 0; i < 4; i++) {
        int reading = __VERIFIER_nondet_int();
        if (reading > 100) largest = &reading;
    }
    return largest ? *largest != 0 : 0; //@ error: valid-deref
}
