//@ property: unreach
//@ truth: false
//@ soundness
// The size of an array in a struct is taken when the type is.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int n = 2 + (__VERIFIER_nondet_uchar() & 1);
    struct holder { int values[n]; };
    n = 100;
    struct holder h;
    if (sizeof h == 12)
        reach_error();
    return 0;
}
