//@ property: memsafety
//@ truth: false
//@ expect(memsafety): false
// An index from outside is checked: the smallest index is wrong.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int table[16];
    for (int i = 0; i < 16; i++) table[i] = i;
    int at = __VERIFIER_nondet_int();
    if (at < -1 || at >= 16) return 0;
    return table[at]; //@ error: valid-deref
}
