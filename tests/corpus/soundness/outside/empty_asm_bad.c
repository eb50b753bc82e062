//@ property: unreach
//@ truth: false
//@ soundness
// An empty piece of assembly is a barrier and changes no values.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int a = __VERIFIER_nondet_uchar();
    __asm__ volatile("" : : : "memory");
    if (a == 3)
        reach_error();
    return 0;
}
