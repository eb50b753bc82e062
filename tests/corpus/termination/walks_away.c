//@ property: termination
//@ truth: true
//@ expect(auto): true
// A pointer that has no say in a condition changes where the run goes all the same: it leaves the array.
int main(void) {
    static char a[4];
    char *p = a;
    int n = 4;
    while (n) {
        *p++ = 1;
        n--;
    }
    return 0;
}
