//@ property: memsafety
//@ truth: false
//@ expect(memsafety): false
// An array of the caller's length is read at an index that nobody checked from below.
extern int __VERIFIER_nondet_int(void);

static int pick(int n, int index) {
    int values[n];
    for (int i = 0; i < n; i++) values[i] = 2 * i;
    if (index >= n) return -1;
    return values[index]; //@ error: valid-deref
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 100) return 0;
    return pick(n, __VERIFIER_nondet_int()) < -1;
}
