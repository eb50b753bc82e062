//@ property: unreach
//@ truth: false
//@ soundness
//@ assumption
//@ unseen: what lies there is up to the compiler
// The same, with two functions that call each other.
extern void reach_error(void);

int *g;
void b(int n);
void a(int n) {
    int x = n;
    if (n > 0) {
        b(n - 1);
        *g = 3;
        if (x != n)
            reach_error();
    }
}

void b(int n) {
    int y = n;
    g = &y;
    if (n > 0)
        a(n - 1);
}

int main(void) {
    a(2);
    return 0;
}
