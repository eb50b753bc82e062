// Conditions branch directly, also through negation, comparisons with zero and the comma.
int both(int a, int b) { if (a && b > 2) return 1; return 0; }
int either(int a, int b) { if (!(a || !b)) return 1; return 0; }
int nested(int a, int b, int c) { if ((a && b) || c) return 1; return 0; }
int zero(int a, int b) { if ((a && b) == 0) return 1; if ((a < b) != 0) return 2; return 0; }
int choice(int a, int b, int c) { if (a ? b : c) return 1; return 0; }
int comma(int a, int b) { if (a++, b) return a; return 0; }
int hint(long a) { if (__builtin_expect(!!(a > 1), 1)) return 1; return 0; }
int pointer(int *p, double d) { if (p && d) return 1; return 0; }
int main(void) { return 0; }
