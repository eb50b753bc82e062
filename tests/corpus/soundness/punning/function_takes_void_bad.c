//@ property: unreach
//@ truth: false
//@ soundness
// A function writes through a pointer to void, the caller reads another type.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static void store(void *p, int v) { *(int *)p = v; }

int main(void) {
    short s[2] = {0, 0};
    store(s, __VERIFIER_nondet_uchar() << 16);
    if (s[1] != 0)
        reach_error();
    return 0;
}
