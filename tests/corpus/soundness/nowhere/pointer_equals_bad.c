//@ property: unreach
//@ truth: false
//@ soundness
//@ outside: int *found; int *pick(int *p) { return p; }
// A pointer from elsewhere that equals the address of an object leads to the object.
extern void reach_error(void);

extern int *pick(int *);

int main(void) {
    int a = 1;
    int *p = pick(&a);
    if (p == &a)
        *p = 2;
    if (a == 2)
        reach_error();
    return 0;
}
