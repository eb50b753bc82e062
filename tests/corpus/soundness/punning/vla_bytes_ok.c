//@ property: unreach
//@ truth: true
//@ soundness
// An array of variable length seen as bytes.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    if (n < 1 || n > 3)
        return 0;
    int a[n];
    for (int i = 0; i < n; i++)
        a[i] = 0;
    ((char *)a)[4 * n - 1] = 1;
    if (a[n - 1] == 1)
        reach_error();
    return 0;
}
