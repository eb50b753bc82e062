//@ property: unreach
//@ truth: false
//@ soundness
// The sum of two addresses, and one of them again.
extern void reach_error(void);

int main(void) {
    int a = 1, b = 2;
    unsigned long s = (unsigned long)&a + (unsigned long)&b;
    *(int *)(s - (unsigned long)&b) = 7;
    if (a == 7)
        reach_error();
    return 0;
}
