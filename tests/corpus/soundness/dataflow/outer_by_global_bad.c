//@ property: unreach
//@ truth: false
//@ soundness
// The same, through a global pointer.
extern void reach_error(void);

int *g;
int f(int n) {
    int x = 5;
    if (n == 3)
        g = &x;
    if (n == 0) {
        *g = 6;
        return 0;
    }
    f(n - 1);
    return x;
}

int main(void) {
    if (f(3) == 6)
        reach_error();
    return 0;
}
