//@ property: unreach
//@ truth: false
//@ unseen: only if the number happens to be the address
//@ expect(value): false
//@ expect(value-nocegar): false
//@ expect(value-interval): false
//@ expect(interval): false
//@ expect(pointer): false
// A number or pointer from outside that equals an address is that address.
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
    int a = 0;
    unsigned long u = __VERIFIER_nondet_ulong();
    if (u == (unsigned long)&a) {
        *(int *)u = 1;
        if (a == 1) {
            reach_error();
        }
    }
    return 0;
}
