//@ property: unreach
//@ truth: true
//@ soundness
// A common start of the structs of a union.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

union message {
    struct { int kind; int a; } one;
    struct { int kind; char b[4]; } two;
};

int main(void) {
    union message m = {.one = {1, 0}};
    m.one.a = __VERIFIER_nondet_uchar();
    if (m.two.b[1] != 0)
        reach_error();
    return 0;
}
