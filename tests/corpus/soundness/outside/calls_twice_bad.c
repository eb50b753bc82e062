//@ property: unreach
//@ truth: false
//@ soundness
//@ outside: int n; int any(void) { return n++; }
// Two calls need not agree.
extern void reach_error(void);

extern int any(void);

int main(void) {
    int a = any(), b = any();
    if (a != b && a != b)
        reach_error();
    return 0;
}
