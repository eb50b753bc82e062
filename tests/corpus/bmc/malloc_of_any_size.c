//@ property: unreach
//@ truth: true
//@ expect(bmc): true
//@ expect(k-induction): true
//@ expect(predicate): true
// Two objects do not overlap, however large they are.
void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);
void *malloc(unsigned long);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0) return 0;
    int *p = malloc(n * sizeof(int)), *q = malloc(n * sizeof(int));
    p[0] = 1;
    q[n - 1] = 2;
    if (p[0] != 1) reach_error();
    return 0;
}
