//@ property: unreach
//@ truth: false
//@ soundness
//@ outside: static int five(void) { return 5; } int (*pick(void))(void) { return five; }
// A call through a pointer that came from outside.
extern void reach_error(void);

extern int (*pick(void))(void);

int main(void) {
    int (*f)(void) = pick();
    int other = 1;
    int r = f ? f() : 0;
    if (r == 5)
        reach_error();
    return 0;
}
