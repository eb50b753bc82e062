//@ property: unreach
//@ truth: false
//@ soundness
// The innermost call writes a variable of the outermost.
extern void reach_error(void);

int f(int n, int *o) {
    int x = n;
    if (n == 0) {
        *o = 42;
        return 0;
    }
    f(n - 1, n == 2 ? &x : o);
    return x;
}

int main(void) {
    int z = 0;
    int r = f(2, &z);
    if (r == 42)
        reach_error();
    return 0;
}
