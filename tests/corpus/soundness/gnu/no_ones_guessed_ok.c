//@ property: unreach
//@ truth: true
//@ soundness
// Counting the zeros of a number without ones gives what the machine likes.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned number = __VERIFIER_nondet_uchar();
    if (number == 0 && __builtin_ctz(number) == 500)
        reach_error();
    return 0;
}
