//@ property: unreach
//@ truth: false
//@ soundness
// What a function changes through the base is seen in the derived object.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct base { int kind; int count; };
struct circle { struct base base; int radius; };
static void count(struct base *b) { b->count++; }

int main(void) {
    struct circle c = { {1, 0}, __VERIFIER_nondet_uchar()};
    count((struct base *)&c);
    count(&c.base);
    if (c.base.count == 2)
        reach_error();
    return 0;
}
