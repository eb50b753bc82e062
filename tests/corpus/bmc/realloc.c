//@ property: unreach
//@ truth: true
//@ expect(bmc): true
//@ expect(k-induction): true
//@ expect(predicate): true
// What was written stays when an object grows.
void reach_error(void);
int __VERIFIER_nondet_int(void);
void *malloc(unsigned long);
void *realloc(void *, unsigned long);
int main(void) {
    int x = __VERIFIER_nondet_int();
    int *p = malloc(2 * sizeof(int));
    p[0] = x;
    p[1] = 7;
    p = realloc(p, 4 * sizeof(int));
    p[3] = 9;
    if (p[0] != x || p[1] != 7) reach_error();
    return 0;
}
