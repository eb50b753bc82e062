// Builtins are expressions wherever they can be.
int bits(unsigned x, long y) { return __builtin_popcount(x) + __builtin_clz(x) + __builtin_ctzl(y) + __builtin_parity(x) + __builtin_ffsl(y) + __builtin_clrsb(x); }
unsigned swap(unsigned x) { return __builtin_bswap32(x); }
int over(int a, long b) { int r; if (__builtin_add_overflow(a, b, &r)) return 0; return r + __builtin_mul_overflow_p(a, b, (short)0); }
int classify(double d, float f) { return __builtin_isnan(d) + __builtin_isinf(f) + __builtin_isinf_sign(d) + __builtin_signbit(d) + __builtin_isunordered(d, f) + __builtin_islessgreater(d, f) + __builtin_fpclassify(0, 1, 4, 3, 2, d) + __builtin_isfinite(d) + __builtin_isnormal(d); }
double math(double d, float f) { double sqrt(double), fmin(double, double), fma(double, double, double); float floorf(float); return sqrt(d) + __builtin_fabs(d) + __builtin_copysign(d, 1.0) + floorf(f) + fmin(d, 2) + fma(d, d, d); }
int other(int *p, int n) { int abs(int); __builtin_prefetch(p); if (n == 7) __builtin_unreachable(); if (n == 8) __builtin_trap(); return abs(n) + __builtin_constant_p(n) + (int)__builtin_object_size(p, 0); }
int main(void) { return 0; }
