//@ property: unreach
//@ truth: false
//@ soundness
// No object of the program has to lie where a number says.
extern void reach_error(void);
extern void *malloc(unsigned long);

int main(void) {
    int *p = malloc(4);
    if (!p)
        return 0;
    if (p != (int *)0x40000000 && p != (int *)0x40000010 && p != (int *)0x10000000)
        reach_error();
    return 0;
}
