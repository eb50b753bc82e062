//@ property: unreach
//@ truth: false
//@ soundness
//@ assumption
//@ unseen: what lies there is up to the compiler
// A static variable keeps where a local variable was.
extern void reach_error(void);

int *f(int s) {
    static int *p;
    int l = 4;
    if (s)
        p = &l;
    return p;
}

int main(void) {
    f(1);
    int *q = f(0);
    *q = 7;
    int k = 5;
    if (k != 5)
        reach_error();
    return 0;
}
