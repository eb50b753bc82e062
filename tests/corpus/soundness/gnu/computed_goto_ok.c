//@ property: unreach
//@ truth: true
//@ soundness
// A jump to a label that is a value.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    void *where[2] = {&&left, &&right};
    int a = 0;
    goto *where[__VERIFIER_nondet_uchar() & 1];
    left:
    a = 1;
    goto end;
    right:
    a = 2;
    end:
    if (a == 0)
        reach_error();
    return 0;
}
