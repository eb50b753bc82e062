//@ property: unreach
//@ truth: false
//@ soundness
// The bits of an address are copied by recursion.
extern void reach_error(void);

unsigned long cp(unsigned long n, int i) {
    return i == 64 ? 0 : (n >> i & 1 ? 1UL << i : 0) + cp(n, i + 1);
}

int main(void) {
    int a = 1;
    *(int *)cp((unsigned long)&a, 0) = 7;
    if (a == 7)
        reach_error();
    return 0;
}
