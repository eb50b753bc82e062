//@ property: unreach
//@ truth: true
//@ soundness
// The name that glibc's header gives to sscanf.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

extern int __isoc99_sscanf(const char *, const char *, ...);

int main(void) {
    int n = -1;
    if (__isoc99_sscanf(__VERIFIER_nondet_uchar() & 1 ? "5" : "x", "%d", &n) == 1 && n != 5)
        reach_error();
    return 0;
}
