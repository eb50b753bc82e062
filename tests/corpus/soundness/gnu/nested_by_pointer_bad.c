//@ property: unreach
//@ truth: false
//@ soundness
// A nested function is called through a pointer.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static void each(void (*f)(int)) {
    for (int i = 0; i < 3; i++)
        f(i);
}

int main(void) {
    int sum = __VERIFIER_nondet_uchar() & 1;
    void add(int v) { sum += v; }
    each(add);
    if (sum == 4)
        reach_error();
    return 0;
}
