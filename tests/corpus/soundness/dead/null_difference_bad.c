//@ property: unreach
//@ truth: false
//@ soundness
// A null pointer that goes up and down again is null.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    char *p = 0;
    unsigned char c = __VERIFIER_nondet_uchar();
    p += c;
    p -= 4;
    if (p)
        reach_error();
    return 0;
}
