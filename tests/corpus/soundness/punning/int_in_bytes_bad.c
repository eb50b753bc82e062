//@ property: unreach
//@ truth: false
//@ soundness
// A number written into a buffer of bytes is read byte by byte.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
    unsigned char buffer[16] = {0};
    *(int *)(buffer + 4) = c;
    if (buffer[4] == 77)
        reach_error();
    return 0;
}
