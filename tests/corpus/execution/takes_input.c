//@ property: unreach
//@ truth: true
//@ expect(execution): unknown
// One run is not all of them.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 0 && x < 0)
        reach_error();
    return 0;
}
