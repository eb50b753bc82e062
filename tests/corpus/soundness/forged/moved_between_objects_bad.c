//@ property: unreach
//@ truth: false
//@ soundness
//@ unseen: the distance between two objects is up to the machine
// The number of an address, moved by an input and compared with nothing, may be the address of another object.
extern void reach_error(void);
extern long __VERIFIER_nondet_long(void);

int main(void) {
    int a = 0, b = 0;
    unsigned long n = (unsigned long)&a, m = (unsigned long)&b;
    long distance = __VERIFIER_nondet_long();
    *(int *)(n + distance) = 7;
    if (b != 0 && m != 0)
        reach_error();
    return 0;
}
