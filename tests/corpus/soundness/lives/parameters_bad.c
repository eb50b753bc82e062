//@ property: unreach
//@ truth: false
//@ soundness
// The parameter of a call lies where that of the call before lay.
extern void reach_error(void);

static unsigned long place(int parameter) {
    volatile int *p = &parameter;
    *p = 3;
    return (unsigned long)p;
}

int main(void) {
    unsigned long a = place(1);
    unsigned long b = place(2);
    if (a == b)
        reach_error();
    return 0;
}
