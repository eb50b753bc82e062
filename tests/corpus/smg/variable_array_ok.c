//@ property: memsafety
//@ truth: true
//@ expect(memsafety): true
// An array of the caller's length is read at an index that was checked.
extern int __VERIFIER_nondet_int(void);

static int pick(int n, int index) {
    int values[n];
    for (int i = 0; i < n; i++) values[i] = 2 * i;
    if (index < 0 || index >= n) return -1;
    return values[index];
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 100) return 0;
    return pick(n, __VERIFIER_nondet_int()) < -1;
}
