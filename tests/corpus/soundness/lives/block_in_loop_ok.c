//@ property: unreach
//@ truth: true
//@ soundness
// Three rounds have two others before them.
extern void reach_error(void);

int main(void) {
    unsigned long last = 0;
    int same = 0;
    for (int i = 0; i < 3; i++) {
        int here = i;
        unsigned long n = (unsigned long)&here;
        if (n == last)
            same++;
        last = n;
    }
    if (same > 2)
        reach_error();
    return 0;
}
