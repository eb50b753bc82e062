//@ property: unreach
//@ truth: true
//@ soundness
// Null and a constant is not null.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    char *p = 0;
    if (__VERIFIER_nondet_uchar())
        p += 0;
    if (p)
        reach_error();
    return 0;
}
