//@ property: unreach
//@ truth: true
//@ expect(execution): unknown
// The bits of an address, seen through a union.
extern void reach_error(void);

int main(void) {
    int x = 0;
    union {
        int *pointer;
        unsigned long number;
    } both;
    both.pointer = &x;
    if ((both.number & 64) > 64)
        reach_error();
    return 0;
}
