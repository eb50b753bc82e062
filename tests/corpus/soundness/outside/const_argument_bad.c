//@ property: unreach
//@ truth: false
//@ soundness
//@ outside: void look(const int *p, int *q) { if (q) *q = *p + 1; }
// What is handed over as const stays as it is, the rest does not.
extern void reach_error(void);

extern void look(const int *, int *);

int main(void) {
    int a = 1, b = 1;
    look(&a, &b);
    if (b == 2)
        reach_error();
    return 0;
}
