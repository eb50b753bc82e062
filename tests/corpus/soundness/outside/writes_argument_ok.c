//@ property: unreach
//@ truth: true
//@ soundness
//@ outside: void fill(int *p) { *p = 5; }
// A function that is defined elsewhere may write through its argument.
extern void reach_error(void);

extern void fill(int *);

int main(void) {
    int a = 1, b = 1;
    fill(&a);
    if (b == 5)
        reach_error();
    return 0;
}
