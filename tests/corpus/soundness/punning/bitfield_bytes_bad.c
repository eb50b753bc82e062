//@ property: unreach
//@ truth: false
//@ soundness
// A byte that holds two bit-fields is written as a byte.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct bits { unsigned low : 4, high : 4; };

int main(void) {
    struct bits b = {0, 0};
    *(unsigned char *)&b = __VERIFIER_nondet_uchar();
    if (b.high == 12)
        reach_error();
    return 0;
}
