//@ property: unreach
//@ truth: true
//@ soundness
//@ outside: extern int shared; void step(int *p) { *p = 5; }
// An object that another file can see.
extern void reach_error(void);

int shared = 1;
static int own = 1;
extern void step(int *);

int main(void) {
    step(&shared);
    if (own == 5)
        reach_error();
    return 0;
}
