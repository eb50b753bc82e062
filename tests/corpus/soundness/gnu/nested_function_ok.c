//@ property: unreach
//@ truth: true
//@ soundness
// A function inside a function changes the objects around it.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int a = 0;
    void set(int v) { a = v; }
    set(__VERIFIER_nondet_uchar());
    if (a == 600)
        reach_error();
    return 0;
}
