//@ property: unreach
//@ truth: false
//@ unseen: only if the number happens to be the address
//@ expect(value): unknown
//@ expect(value-nocegar): unknown
//@ expect(value-interval): unknown
//@ expect(interval): unknown
//@ expect(pointer): unknown
//@ expect(sign): unknown
//@ expect(reach-only): unknown
// What an unknown function does nobody knows, so that nothing is proven behind a call of one.
extern void reach_error(void);
extern long __VERIFIER_nondet_long(void);
static void fail(int a, int b) {
    if (a == b) {
        reach_error();
    }
}
void (*keep)(int, int) = fail;

int main(void) {
    void (*f)(void) = (void (*)(void))__VERIFIER_nondet_long();
    f();
    return 0;
}
