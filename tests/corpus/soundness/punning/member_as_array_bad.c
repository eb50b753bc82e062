//@ property: unreach
//@ truth: false
//@ soundness
// The first of three members is used as an array of three.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct vector { int x, y, z; };

int main(void) {
    struct vector v = {1, 2, 3};
    int *p = &v.x;
    unsigned char i = __VERIFIER_nondet_uchar();
    if (i < 3)
        p[i] = 9;
    if (v.z == 9)
        reach_error();
    return 0;
}
