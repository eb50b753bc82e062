//@ property: unreach
//@ truth: false
//@ soundness
//@ assumption
//@ unseen: what lies there is up to the compiler
// A bit-field that is wider than the object it is written to.
extern void reach_error(void);

struct W {
    long long f:40;
};
int x;
int k = 5;
int main(void) {
    ((struct W *)&x)->f = -1;
    if (k != 5)
        reach_error();
    return 0;
}
