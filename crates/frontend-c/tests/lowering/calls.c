// Direct calls, results that go straight to a variable, records by value, functions that never return.
struct r { int a, b; };
struct r make(int a) { struct r x = { a, 2 }; return x; }
int take(struct r x) { return x.a + x.b; }
void nothing(void) {}
int f(int n) { int x = take(make(n)); long y = take(make(1)); nothing(); return make(2).b + x + y; }
extern void stop(int) __attribute__((noreturn)); extern void exit(int); extern void abort(void);
int g(int n) { if (n == 1) stop(n); if (n == 2) exit(n); if (n == 3) abort(); return n; }
int k(a, b) char a; float b; { return a + b; }
int old(void) { extern int any(); return k(1, 2.0) + any(1, 2.0f) + (*take)(make(3)); }
int main(void) { return 0; }
