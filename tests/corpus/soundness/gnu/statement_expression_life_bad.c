//@ property: memsafety
//@ truth: false
//@ soundness
// What a statement expression declares is gone where it ends; its address is not.
int main(void) {
    int *p = ({ int t[2] = {1, 2}; t + 1; });
    *p = 3; //@ error: valid-deref
    return 0;
}
