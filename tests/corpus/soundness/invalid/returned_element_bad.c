//@ property: unreach
//@ truth: false
//@ soundness
//@ assumption
//@ unseen: what lies there is up to the compiler
// A record is returned that is not in its array.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct S {
    int a[4];
};
struct S t[2];
int k = 5;
struct S f(int i) {
    return t[i];
}

int main(void) {
    int i = __VERIFIER_nondet_uchar() & 3;
    int v = f(i).a[0];
    if (k != 5)
        reach_error();
    return v;
}
