//@ property: unreach
//@ truth: false
//@ soundness
// An array of structs seen as an array of numbers, at an index that is an input.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct point { int x, y; };

int main(void) {
    struct point p[3] = { {0, 0}, {0, 0}, {0, 0} };
    int *flat = (int *)p;
    unsigned char i = __VERIFIER_nondet_uchar();
    if (i >= 6)
        return 0;
    flat[i] = 1;
    if (p[2].x && i)
        reach_error();
    return 0;
}
