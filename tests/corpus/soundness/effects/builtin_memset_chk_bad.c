//@ property: unreach
//@ truth: false
//@ soundness
// A builtin form of memset writes.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int a = -1;
    __builtin___memset_chk(&a, __VERIFIER_nondet_uchar() & 1, sizeof a, sizeof a);
    if (a == 0x01010101)
        reach_error();
    return 0;
}
