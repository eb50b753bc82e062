//@ property: unreach
//@ truth: true
//@ soundness
// The address of a parameter is not null.
extern void reach_error(void);

static unsigned long place(int parameter) {
    volatile int *p = &parameter;
    *p = 3;
    return (unsigned long)p;
}

int main(void) {
    unsigned long a = place(1);
    unsigned long b = place(2);
    if (a == 0 || b == 0)
        reach_error();
    return 0;
}
