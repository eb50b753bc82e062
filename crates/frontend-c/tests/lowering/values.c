// `&&`, `||`, `?:` and `a ?: b` as values.
int logical(int a, int b) { int x = a && b; return x + !(a || b); }
int choice(int a) { int x = a > 0 ? a : -a; return x; }
int nested(int a, int b) { return a ? b ? 1 : 2 : 3; }
int elvis(int a) { return a ?: 5; }
int once(void) { extern int next(void); return next() ?: 7; }
void effects(int a) { extern void go(int); a ? go(1) : go(2); a && (go(3), 1); }
int main(void) { return 0; }
