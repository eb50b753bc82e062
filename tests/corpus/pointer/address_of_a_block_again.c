//@ property: unreach
//@ truth: false
//@ unseen: only if gcc gives both blocks one address
//@ expect(value): unknown
//@ expect(value-nocegar): unknown
//@ expect(value-interval): unknown
//@ expect(interval): unknown
//@ expect(pointer): unknown
// Variables of blocks that were left can share an address with later ones.
extern void reach_error(void);

int main(void) {
    int *p, *q;
    {
        int x = 0;
        p = &x;
    }
    {
        int y = 0;
        q = &y;
    }
    if (p == q) {
        reach_error();
    }
    return 0;
}
