//@ property: unreach
//@ truth: false
//@ soundness
// A declaration with another type than that of the library.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

extern char strlen(const char *);

int main(void) {
    char text[4] = "abc";
    text[__VERIFIER_nondet_uchar() & 3] = 0;
    if (strlen(text) == 2)
        reach_error();
    return 0;
}
