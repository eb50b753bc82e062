//@ property: unreach
//@ truth: false
//@ soundness
//@ assumption
//@ unseen: what lies there is up to the compiler
// A pointer to a local variable is copied byte by byte, and outlives it.
extern void reach_error(void);

int *q;
void f(void) {
    int l = 3;
    int *p = &l;
    for (unsigned i = 0; i < sizeof p; i++)
        ((char *)&q)[i] = ((char *)&p)[i];
}

int main(void) {
    f();
    int k = 5;
    *q = 7;
    if (k != 5)
        reach_error();
    return 0;
}
