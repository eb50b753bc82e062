//@ property: unreach
//@ truth: false
//@ soundness
// Pieces of an arena do not overlap, whatever their types.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned char arena[64];
static unsigned used;
static void *take(unsigned size) {
    void *p = arena + used;
    used += size > 2 ? 2 : size;
    return p;
}

int main(void) {
    int *a = take(sizeof *a);
    short *b = take(sizeof *b);
    *a = 7;
    *b = __VERIFIER_nondet_uchar();
    if (*a != 7)
        reach_error();
    return 0;
}
