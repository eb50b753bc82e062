// Operands are evaluated from left to right; what a later operand may change is saved first.
int g, a[4], *p;
int f(void) { g = 5; return 1; }
int plain(int x) { return x + f(); }
int global(void) { return g + f(); }
int local(int x, int y) { return y + x++; }
int own(int x) { return x + (x = 3); }
void place(void) { a[g] = f(); *p = f(); }
void compound(void) { g += f(); a[g] += f(); }
int arguments(int x) { extern int use(int, int, int); return use(g, f(), x); }
int pure(int x) { return g + (x ? 1 : 2); }
int main(void) { return 0; }
