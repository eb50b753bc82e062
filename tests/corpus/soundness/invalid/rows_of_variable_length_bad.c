//@ property: unreach
//@ truth: false
//@ soundness
//@ assumption
//@ unseen: what lies there is up to the compiler
// An array seen as rows of a length that is found at run time.
extern void reach_error(void);

int a[6];
int k = 5;
int main(void) {
    int n = 3;
    int (*m)[n] = (int (*)[n])a;
    m[2][0] = 1;
    if (k != 5)
        reach_error();
    return 0;
}
