//@ property: unreach
//@ truth: true
//@ soundness
// The bytes of a pointer are looked at bit by bit.
extern void reach_error(void);

int main(void) {
    int a = 1;
    int *p = &a;
    unsigned char *bytes = (unsigned char *)&p;
    unsigned long v = 0;
    for (int k = 7; k >= 0; k--)
        for (int i = 7; i >= 0; i--) {
            v += v;
            if (bytes[k] & 1 << i)
                v += 1;
        }
    *(int *)v = 7;
    if (a == 8)
        reach_error();
    return 0;
}
