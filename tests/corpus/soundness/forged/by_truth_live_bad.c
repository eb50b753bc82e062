//@ property: unreach
//@ truth: false
//@ soundness
// A number gets the bits of a pointer from truth values, and is written through.
extern void reach_error(void);

int main(void) {
    int a = 1;
    unsigned long n = (unsigned long)&a, v = 0;
    for (int i = 63; i >= 0; i--)
        v = 2 * v + ((n >> i & 1) != 0);

    *(int *)v = 7;
    if (a == 7)
        reach_error();
    return 0;
}
