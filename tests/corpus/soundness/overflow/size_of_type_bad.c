//@ property: overflow
//@ truth: false
//@ soundness
// The size of a type is computed at run time.
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int x = 65536 * 32767, y = __VERIFIER_nondet_uchar();
    return sizeof(char[x + (y == 7 ? 65536 : 0)]) == 5;
}
