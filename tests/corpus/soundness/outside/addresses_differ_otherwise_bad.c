//@ property: unreach
//@ truth: false
//@ soundness
//@ assumption
//@ unseen: one of the two orders is that of gcc
// The other order of two objects.
extern void reach_error(void);

int a, b;

int main(void) {
    if (&b < &a)
        reach_error();
    return 0;
}
