//@ property: memsafety
//@ truth: true
//@ expect(memsafety): true
// An index from outside is checked.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int table[16];
    for (int i = 0; i < 16; i++) table[i] = i;
    int at = __VERIFIER_nondet_int();
    if (at < 0 || at >= 16) return 0;
    return table[at];
}
