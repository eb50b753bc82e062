//@ property: unreach
//@ truth: true
//@ expect(interval): true
//@ expect(value-interval): true
// A sum of numbers with bounds has bounds.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        int x = __VERIFIER_nondet_uchar();
        if (x > 100) {
            x = 100;
        }
        sum = x + 1;
    }
    if (sum > 101) {
        reach_error();
    }
    return 0;
}
