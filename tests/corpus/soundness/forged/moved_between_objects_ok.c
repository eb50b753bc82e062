//@ property: unreach
//@ truth: true
//@ soundness
// The number of an address, moved by a constant, stays in its object.
extern void reach_error(void);

int main(void) {
    int a[2] = {0, 0}, b = 0;
    unsigned long n = (unsigned long)&a, m = (unsigned long)&b;
    *(int *)(n + 4) = 7;
    if (b != 0 && m != 0)
        reach_error();
    return 0;
}
