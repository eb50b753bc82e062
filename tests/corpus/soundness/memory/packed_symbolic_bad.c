//@ property: unreach
//@ truth: false
//@ soundness
// A misaligned read through a packed struct, at an offset that is an input.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct __attribute__((packed)) record { char tag; int value; };

int main(void) {
    struct record r[3] = { {1, 10}, {2, 20}, {3, 30} };
    struct record *p = (struct record *)((char *)r + 5 * (__VERIFIER_nondet_uchar() % 3));
    if (p->value == 30)
        reach_error();
    return 0;
}
