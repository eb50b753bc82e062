//@ property: unreach
//@ truth: false
//@ soundness
//@ assumption
//@ unseen: what lies there is up to the compiler
// What is an element for one caller is none for another.
extern void reach_error(void);

void set(int *a, int i) {
    a[i] = 0;
}

int main(void) {
    int a[3];
    int b[6];
    int k = 5;
    set(b, 5);
    set(a, 2);
    set(a, 5);
    if (k != 5)
        reach_error();
    return 0;
}
