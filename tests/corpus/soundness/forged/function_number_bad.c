//@ property: unreach
//@ truth: false
//@ soundness
// A number has the bits of the address of a function.
extern void reach_error(void);

static int done;

static void set(void) {
    done = 7;
}

int main(void) {
    unsigned long n = (unsigned long)set, v = 0;
    for (int i = 0; i < 64; i++)
        if (n >> i & 1)
            v |= 1ul << i;
    ((void (*)(void))v)();
    if (done == 7)
        reach_error();
    return 0;
}
