//@ property: unreach
//@ truth: true
//@ soundness
// Words that begin at odd places of a buffer.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct __attribute__((packed)) word { unsigned short value; };

int main(void) {
    unsigned char b[6] = {1, 2, 3, 4, 5, 6};
    unsigned i = __VERIFIER_nondet_uchar() % 5;
    struct word *w = (struct word *)(b + i);
    if (w->value == 0x0602)
        reach_error();
    return 0;
}
