//@ property: unreach
//@ truth: false
//@ soundness
// The same, with the number of an address.
extern void reach_error(void);
unsigned long kept;

int use(void) {
    int *p = __builtin_alloca(16);
    *p = 5;
    if (kept == (unsigned long)p)
        *(int *)kept = 7;
    kept = (unsigned long)p;
    return *p;
}

int main(void) {
    use();
    if (use() == 7)
        reach_error();
    return 0;
}
