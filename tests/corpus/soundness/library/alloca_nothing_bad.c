//@ property: unreach
//@ truth: false
//@ soundness
//@ outside: void *alloca() { return 0; }
// alloca is declared and called without arguments.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

void *alloca();

int main(void) {
    char *p = alloca();
    if (__VERIFIER_nondet_uchar() == 3)
        reach_error();
    return 0;
}
