//@ property: unreach
//@ truth: true
//@ soundness
// A static function of the program that has a name of the library.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static int abs(int x) { return x - 1; }

int main(void) {
    int r = abs(__VERIFIER_nondet_uchar());
    if (r == 255)
        reach_error();
    return 0;
}
