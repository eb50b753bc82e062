//@ property: unreach
//@ truth: false
//@ soundness
// A global number gets the bits of a pointer to a global variable, one by one.
extern void reach_error(void);

static int a = 1;
static unsigned long v;

static void learn(unsigned long n) {
    for (int i = 0; i < 64; i++)
        if (n & 1ul << i)
            v += 1ul << i;
}

int main(void) {
    learn((unsigned long)&a);
    *(int *)v = 7;
    if (a == 7)
        reach_error();
    return 0;
}
