//@ property: unreach
//@ truth: false
//@ soundness
// An element is written through a pointer that is older than the loop.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int a[5];
int main(void) {
    unsigned k = __VERIFIER_nondet_uchar() % 5;
    int *keep = &a[k];
    for (int i = 0; i < 5; i++)
        a[i] = i;
    *keep = 99;
    int c = 0;
    for (int i = 0; i < 5; i++)
        if (a[i] == 99) c++;
    if (c == 1)
        reach_error();
    return 0;
}
