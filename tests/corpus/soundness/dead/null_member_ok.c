//@ property: unreach
//@ truth: true
//@ soundness
// The address of a member of an object that is not there.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct pair { int a, b; };

int main(void) {
    struct pair *p = 0;
    int *q = __VERIFIER_nondet_uchar() & 1 ? &p->a : 0;
    if (q)
        reach_error();
    return 0;
}
