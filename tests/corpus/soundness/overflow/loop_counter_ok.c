//@ property: overflow
//@ truth: true
//@ soundness
// A counter that passes the end of its type.
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    signed char n = 0;
    int sum = 2147483640;
    for (unsigned char i = 0; i < (__VERIFIER_nondet_uchar() & 7); i++)
        sum++;
    return sum == n;
    return 0;
}
