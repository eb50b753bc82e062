//@ property: unreach
//@ truth: true
//@ soundness
// A write past a member hits the next object, and the program goes on.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct pair { char a[4]; char b[4]; };

int main(void) {
    struct pair p = { {0}, {0} };
    unsigned char i = __VERIFIER_nondet_uchar();
    if (i < 8)
        p.a[i] = 1;
    if (p.b[0] == 1 && i != 4)
        reach_error();
    return 0;
}
