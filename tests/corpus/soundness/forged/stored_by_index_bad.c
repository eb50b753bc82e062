//@ property: unreach
//@ truth: false
//@ soundness
// The bits of a pointer say which element of an array is set.
extern void reach_error(void);

int main(void) {
    int a = 1;
    unsigned long n = (unsigned long)&a, v = 0;
    for (int i = 60; i >= 0; i -= 4) {
        char found[16] = {0};
        found[n >> i & 15] = 1;
        int digit = 0;
        while (!found[digit])
            digit++;
        v = 16 * v + digit;
    }
    *(int *)v = 7;
    if (a == 7)
        reach_error();
    return 0;
}
