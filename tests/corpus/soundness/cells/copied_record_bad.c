//@ property: unreach
//@ truth: false
//@ soundness
// One record of an array is copied over another.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct S {
    int v[2];
} t[4];
int main(void) {
    unsigned i = __VERIFIER_nondet_uchar() & 3, j = __VERIFIER_nondet_uchar() & 3;
    t[i].v[1] = 5;
    t[j] = t[i];
    if (i != j && t[0].v[1] == 5 && t[3].v[1] == 5)
        reach_error();
    return 0;
}
