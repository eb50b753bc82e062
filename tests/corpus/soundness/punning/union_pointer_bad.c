//@ property: unreach
//@ truth: false
//@ soundness
// Pointers to two members of a union are pointers to the same place.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

union both { int i; float f; };

int main(void) {
    union both u;
    int *p = &u.i;
    float *q = &u.f;
    *p = 0;
    *q = __VERIFIER_nondet_uchar();
    if (*p == 0x3f800000)
        reach_error();
    return 0;
}
