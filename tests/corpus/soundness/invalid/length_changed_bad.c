//@ property: unreach
//@ truth: false
//@ soundness
//@ assumption
//@ unseen: what lies there is up to the compiler
// The length of a loop is changed through a pointer before.
extern void reach_error(void);

int a[3];
int k = 5;
int n = 3;
void grow(void) {
    int *p = &n;
    *p = 4;
}

int main(void) {
    grow();
    for (int i = 0; i < n; i++)
        a[i] = 0;
    if (k != 5)
        reach_error();
    return 0;
}
