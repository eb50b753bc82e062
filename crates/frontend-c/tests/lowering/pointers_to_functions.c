// A call through a pointer compares with the functions of a compatible type whose address is taken.
int inc(int x) { return x + 1; }
int dec(int x) { return x - 1; }
double other(double x) { return x; }
int unused(int x) { return x; }
int apply(int (*f)(int), int x) { return f(x); }
int (*table[])(int) = { inc, dec };
int f(int i) { double (*g)(double) = other; return apply(inc, 2) + (*table[i])(3) + (int)g(1.0); }
void none(void) { void (*h)(char *) = 0; h("x"); }
int main(void) { return 0; }
