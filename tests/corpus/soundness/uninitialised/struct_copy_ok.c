//@ property: unreach
//@ truth: true
//@ soundness
// A copied struct equals the original, whatever that holds.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct pair { int a, b; };

int main(void) {
    struct pair p;
    struct pair q = p;
    if (q.a != p.a && __VERIFIER_nondet_uchar())
        reach_error();
    return 0;
}
