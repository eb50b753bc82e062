//@ property: memsafety
//@ truth: true
//@ expect(memsafety): true
// Letters are collected among other input while there is room for them.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    char letters[10];
    int used = 0, key;
    while ((key = __VERIFIER_nondet_int()) != 0) {
        if (key == 1 && used < 10) letters[used++] = key;
    }
    return used;
}
