//@ property: unreach
//@ truth: false
//@ soundness
// Every call hands on what the inner one wrote.
extern void reach_error(void);

void f(int *p, int n) {
    int l = 1;
    if (n == 0) {
        *p = 7;
        return;
    }
    f(&l, n - 1);
    *p = l;
}

int main(void) {
    int r = 0;
    f(&r, 3);
    if (r == 7)
        reach_error();
    return 0;
}
