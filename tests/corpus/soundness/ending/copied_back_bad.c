//@ property: termination
//@ truth: false
//@ soundness
// The counter is reset by a copy of its record.

struct S {
    int n;
};
int main(void) {
    struct S s = {5}, t = s;
    while (s.n > 0) {
        s.n--;
        if (s.n == 2)
            s = t;
    }
    return 0;
}
