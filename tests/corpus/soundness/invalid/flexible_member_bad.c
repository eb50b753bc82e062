//@ property: unreach
//@ truth: false
//@ soundness
//@ assumption
//@ unseen: what lies there is up to the compiler
// One element behind those that an initialiser gives to a flexible array member.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct F {
    int n;
    int d[];
};
static struct F f = {2, {1, 2}};
int k = 5;
int main(void) {
    unsigned char i = __VERIFIER_nondet_uchar();
    if (i > 2)
        return 0;
    int *p = f.d;
    p[i] = 9;
    if (k != 5)
        reach_error();
    return 0;
}
