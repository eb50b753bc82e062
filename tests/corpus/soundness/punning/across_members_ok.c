//@ property: unreach
//@ truth: true
//@ soundness
// An index runs from one member of a struct into the next.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct pair { int first[2]; int second[2]; };

int main(void) {
    struct pair p = { {1, 2}, {3, 4} };
    int *q = p.first;
    unsigned char i = __VERIFIER_nondet_uchar();
    if (i < 4)
        q[i] = 0;
    if (p.second[1] == 5)
        reach_error();
    return 0;
}
