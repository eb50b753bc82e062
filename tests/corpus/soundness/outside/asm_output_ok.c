//@ property: unreach
//@ truth: true
//@ soundness
// A piece of assembly writes its output.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int a = 1;
    __asm__ volatile("movl $7, %0" : "=r"(a));
    if (a == 7 && __VERIFIER_nondet_uchar() > 255)
        reach_error();
    return 0;
}
