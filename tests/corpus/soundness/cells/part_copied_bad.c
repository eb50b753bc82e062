//@ property: unreach
//@ truth: false
//@ soundness
// As many bytes are copied as an input says.
extern void *memcpy(void *, const void *, unsigned long);
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int a[4], b[4] = {1, 2, 3, 4};
int main(void) {
    unsigned n = __VERIFIER_nondet_uchar() % 17;
    memcpy(a, b, n);
    if (a[1] == 2 && a[2] == 0)
        reach_error();
    return 0;
}
