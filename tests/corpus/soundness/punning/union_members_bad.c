//@ property: unreach
//@ truth: false
//@ soundness
// Members of a union share their bytes.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

union { int n; unsigned char bytes[4]; short half; } u;

int main(void) {
    u.n = 0;
    u.bytes[1] = __VERIFIER_nondet_uchar();
    if (u.half > 255)
        reach_error();
    return 0;
}
