//@ property: unreach
//@ truth: false
//@ soundness
// The size of a variable array is computed once, with its effects.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int n = 1 + (__VERIFIER_nondet_uchar() & 1);
    char a[n++];
    a[0] = 0;
    if (sizeof a == 2 && n == 3)
        reach_error();
    return 0;
}
