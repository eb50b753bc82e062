//@ property: unreach
//@ truth: false
//@ soundness
//@ assumption
//@ unseen: what lies there is up to the compiler
// A local variable of an activation that is gone, where an older one of the same function still is.
extern void reach_error(void);

int *g;
void f(int n) {
    int x = 5;
    if (n == 0) {
        g = &x;
        return;
    }
    f(n - 1);
    *g = 1;
    if (x != 5)
        reach_error();
}

int main(void) {
    f(1);
    return 0;
}
