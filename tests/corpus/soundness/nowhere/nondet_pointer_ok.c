//@ property: unreach
//@ truth: true
//@ soundness
// A nondeterministic pointer is compared with the address of an object.
extern void reach_error(void);
extern void *__VERIFIER_nondet_pointer(void);

static int a = 1;

int main(void) {
    int *p = __VERIFIER_nondet_pointer();
    if (p == &a)
        *p = 2;
    if (a == 3)
        reach_error();
    return 0;
}
