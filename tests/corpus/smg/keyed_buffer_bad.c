//@ property: memsafety
//@ truth: false
//@ expect(memsafety): false
//@ inputs: 1 1 1 1 1 1 1 1 1 1 1 0
// Letters are collected among other input; nobody looks whether there is room for them.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    char letters[10];
    int used = 0, key;
    while ((key = __VERIFIER_nondet_int()) != 0) {
        if (key == 1) letters[used++] = key; //@ error: valid-deref
    }
    return used;
}
