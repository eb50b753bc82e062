//@ property: unreach
//@ truth: true
//@ soundness
// The number of an address, moved by an input, is the address of another object.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static int both[2];

int main(void) {
    int *a = &both[0], *b = &both[1];
    unsigned long n = (unsigned long)a, m = (unsigned long)b;
    unsigned char distance = __VERIFIER_nondet_uchar();
    if (n + distance != m)
        return 0;
    *(int *)(n + distance) = 7;
    if (*b != 7)
        reach_error();
    return 0;
}
