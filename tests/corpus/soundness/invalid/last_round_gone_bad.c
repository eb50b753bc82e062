//@ property: unreach
//@ truth: false
//@ soundness
//@ assumption
//@ unseen: what lies there is up to the compiler
// A pointer into the last round of a loop.
extern void reach_error(void);

int main(void) {
    int *p = 0;
    for (int i = 0; i < 3; i++) {
        if (p)
            *p = 100;
        int x = i;
        p = &x;
        if (x == i)
            continue;
        reach_error();
    }
    return 0;
}
