//@ property: unreach
//@ truth: true
//@ expect(predicate): true
// An even number stays even, whatever even number is added.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = 6;
    while (__VERIFIER_nondet_uint()) {
        x = x + 2 * __VERIFIER_nondet_uint();
        if (x % 2 != 0) {
            reach_error();
        }
    }
    return 0;
}
