//@ property: unreach
//@ truth: false
//@ soundness
//@ assumption
// Where objects lie is not for the program to know.
extern void reach_error(void);

int a, b;

int main(void) {
    if (&a < &b)
        reach_error();
    return 0;
}
