//@ property: unreach
//@ truth: true
//@ soundness
// Bit-fields are read as the byte that holds them.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct bits { unsigned low : 3, middle : 5, rest : 8; };

int main(void) {
    struct bits b = {0, 0, 0};
    unsigned char c = __VERIFIER_nondet_uchar();
    b.middle = c;
    unsigned char seen = *(unsigned char *)&b;
    if (seen == 0x89)
        reach_error();
    return 0;
}
