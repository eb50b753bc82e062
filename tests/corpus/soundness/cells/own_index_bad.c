//@ property: unreach
//@ truth: false
//@ soundness
// The elements of an array are its indices.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int a[4] = {1, 2, 3, 0};
int main(void) {
    int i = __VERIFIER_nondet_uchar() & 3;
    a[a[i]] = a[a[a[i]]];
    if (a[1] == 3)
        reach_error();
    return 0;
}
