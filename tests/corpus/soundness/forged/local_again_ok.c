//@ property: unreach
//@ truth: true
//@ soundness
// A number has the bits of a pointer to a local variable that is gone.
extern void reach_error(void);

static unsigned long v;

static void first(void) {
    int a = 1;
    unsigned long n = (unsigned long)&a;
    v = 0;
    for (int i = 0; i < 64; i++)
        if (n >> i & 1)
            v |= 1ul << i;
}

static void second(void) {
    int b = 0;
    unsigned long n = (unsigned long)&b;
    for (int i = 0; i < 1; i++)
        b = 0;
    if (v == n) {
        *(int *)v = 7;
        if (b == 8)
            reach_error();
    }
}

int main(void) {
    first();
    second();
    return 0;
}
