//@ property: unreach
//@ truth: false
//@ soundness
//@ assumption
//@ unseen: what lies there is up to the compiler
// The number of a local variable outlives it, through a union.
extern void reach_error(void);

union U {
    int *p;
    unsigned long n;
} u;
void f(void) {
    int l = 3;
    u.p = &l;
}

int main(void) {
    f();
    int k = 5;
    *(int *)u.n = 7;
    if (k != 5)
        reach_error();
    return 0;
}
