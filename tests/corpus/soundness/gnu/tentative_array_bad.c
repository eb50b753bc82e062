//@ property: unreach
//@ truth: false
//@ soundness
// An array without a size at file scope has one element, if none is added.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int a[];

int main(void) {
    a[0] = __VERIFIER_nondet_uchar();
    a[1] = 2;
    if (a[0] == 1)
        reach_error();
    return 0;
}

int a[2];
