//@ property: unreach
//@ truth: false
//@ expect(bmc): false
// The same with one object: its last element may be the first.
void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);
void *malloc(unsigned long);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0) return 0;
    int *p = malloc(n * sizeof(int));
    p[0] = 1;
    p[n - 1] = 2;
    if (p[0] != 1) reach_error();
    return 0;
}
