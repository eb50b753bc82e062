//@ property: unreach
//@ truth: true
//@ soundness
// The characters of a text are compared as one word.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    char text[8] = "abc";
    text[1] = __VERIFIER_nondet_uchar();
    if (*(int *)text == 0x61637800)
        reach_error();
    return 0;
}
