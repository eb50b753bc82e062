//@ property: unreach
//@ truth: true
//@ soundness
// An arena hands out pieces of one array of characters, and takes them all back.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned char arena[64];
static unsigned used;
static void *take(unsigned size) {
    void *p = arena + used;
    used += (size + 3) & ~3u;
    return p;
}

int main(void) {
    int *a = take(sizeof *a);
    *a = __VERIFIER_nondet_uchar();
    used = 0;
    short *b = take(sizeof *b);
    if (*b == 300)
        reach_error();
    return 0;
}
