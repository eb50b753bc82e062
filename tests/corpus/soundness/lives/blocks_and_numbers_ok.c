//@ property: unreach
//@ truth: true
//@ soundness
// The address of a variable is not null.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned long first;
    {
        int a[4];
        a[0] = __VERIFIER_nondet_uchar();
        first = (unsigned long)&a[0];
    }
    {
        int b[4];
        b[0] = 1;
        unsigned long second = (unsigned long)&b[0];
        if (first == 0 && second != 0)
            reach_error();
    }
    return 0;
}
