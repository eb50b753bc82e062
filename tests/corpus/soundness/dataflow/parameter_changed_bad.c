//@ property: unreach
//@ truth: false
//@ soundness
// A parameter is changed through its address before the recursive call.
extern void reach_error(void);

void inc(int *p) {
    (*p)++;
}

int f(int n) {
    if (n == 0)
        return 0;
    inc(&n);
    return n + f(n - 2);
}

int main(void) {
    if (f(3) == 4 + 3 + 2)
        reach_error();
    return 0;
}
