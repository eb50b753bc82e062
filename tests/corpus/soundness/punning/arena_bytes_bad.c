//@ property: unreach
//@ truth: false
//@ soundness
// A number in an arena is read byte by byte, at an index that is an input.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static char arena[96];

int main(void) {
    unsigned char i = __VERIFIER_nondet_uchar() & 7;
    void *p = arena;
    *(int *)p = 4660;
    if (((unsigned char *)p)[i] == 0x12)
        reach_error();
    return 0;
}
