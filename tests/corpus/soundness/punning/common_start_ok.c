//@ property: unreach
//@ truth: true
//@ soundness
// Two structs with a common start see each other's members.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct base { int kind; };
struct circle { int kind; int radius; };

int main(void) {
    struct circle c = {0, 1};
    struct base *b = (struct base *)&c;
    b->kind = __VERIFIER_nondet_uchar();
    if (c.kind == -5)
        reach_error();
    return 0;
}
