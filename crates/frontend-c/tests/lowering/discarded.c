// Values that nobody wants are evaluated where that may be undefined.
void f(int a, int b, int *p, unsigned u) { a; a + b; a / b; *p; (void)p[3]; u + 1; a == b; (void)a; a, b; -a; "s"; f; }
int main(void) { return 0; }
