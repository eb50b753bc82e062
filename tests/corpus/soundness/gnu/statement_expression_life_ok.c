//@ property: memsafety
//@ truth: true
//@ soundness
// The value of a statement expression is taken before what it declares is gone.
struct pair { int a, b; };
int main(void) {
    int one = 1;
    int *p = ({ int *t = &one; t; });
    int v = ({ struct pair s = {1, 2}; s; }).b;
    *p = v;
    return 0;
}
