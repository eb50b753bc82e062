//@ property: unreach
//@ truth: true
//@ soundness
//@ outside: static int *kept; void keep(int *p) { kept = p; } int *back(void) { return kept; }
// A pointer that a function of the outside keeps comes back.
extern void reach_error(void);

extern void keep(int *);
extern int *back(void);

int main(void) {
    int a = 1, b = 1;
    keep(&a);
    int *p = back();
    if (p == &a)
        *p = 2;
    if (b == 2)
        reach_error();
    return 0;
}
