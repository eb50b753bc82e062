//@ property: unreach
//@ truth: true
//@ soundness
// A static function of the program that has a name of the library, and effects.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static int calls;
static int strlen(char *s) { calls++; return s[0]; }

int main(void) {
    char text[2] = "a";
    text[0] = __VERIFIER_nondet_uchar() & 15;
    if (strlen(text) == 16 && calls == 1)
        reach_error();
    return 0;
}
