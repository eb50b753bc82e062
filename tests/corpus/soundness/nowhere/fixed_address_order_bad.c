//@ property: unreach
//@ truth: false
//@ soundness
// Nor does the first one have to lie behind or before it.
extern void reach_error(void);

static int x;

int main(void) {
    int *fixed = (int *)0x40000000;
    if (&x == fixed)
        return 0;
    if (&x > fixed || &x < fixed)
        reach_error();
    return 0;
}
