//@ property: unreach
//@ truth: true
//@ expect(value): true
//@ expect(value-nocegar): true
// `x == 2` makes x 2, and `!flag` makes flag 0.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int flag = __VERIFIER_nondet_int();
    if (x == 2 && !flag) {
        if (x + flag != 2) {
            reach_error();
        }
    }
    return 0;
}
