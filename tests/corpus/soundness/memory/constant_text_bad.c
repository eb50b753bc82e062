//@ property: memsafety
//@ truth: false
//@ soundness
// The characters of a constant text.
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    const char *text = "abc";
    unsigned char i = __VERIFIER_nondet_uchar();
    return i < 5 && text[i] == 'x';
    return 0;
}
