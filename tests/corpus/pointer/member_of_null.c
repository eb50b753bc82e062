//@ property: unreach
//@ truth: false
//@ expect(value): false
//@ expect(interval): false
//@ expect(pointer): false
// A member of what may be null does not lie in the only object that the pointer can point to.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct Pair {
    int a, b;
} pair;

int main(void) {
    struct Pair *p = __VERIFIER_nondet_int() ? &pair : 0;
    int *q = &p->b;
    if (q != &pair.b) {
        reach_error();
    }
    return 0;
}
