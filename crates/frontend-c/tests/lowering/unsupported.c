// What cannot be expressed is named, and lowering goes on behind it.
typedef int four __attribute__((vector_size(16)));
double _Complex z; four v;
int f(int n) { if (n == 1) z = z * 2.0; if (n == 2) v = v + v; if (n == 3) __builtin_longjmp((void **)0, 1); return n; }
int main(void) { return 0; }
