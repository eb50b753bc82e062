//@ property: unreach
//@ truth: true
//@ soundness
// The program goes on after it read past an array.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int a[2] = {0, 0};
    unsigned char i = __VERIFIER_nondet_uchar();
    volatile int v = i < 3 ? a[i] : 0;
    if (i == 200 && i != 200)
        reach_error();
    return 0;
}
