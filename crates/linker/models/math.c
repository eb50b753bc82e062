/* Functions whose results are not computed: any value in the range that the standard and glibc give, and
   the exact value where it is a special case. NaN comes out where NaN goes in. `__argand_open_` is for results
   that are one number which is not said here; an input is `__argand_any_`. */

//= sin sinf sinl
double sin(double x) {
  if (x != x) return x;
  if (x - x != 0) {
    set_errno(33);
    return __builtin_nan("");
  }
  if (x == 0) return x;
  double r = __argand_open_double();
  __argand_assume(r >= -1 && r <= 1);
  return r;
}
float sinf(float x) {
  if (x != x) return x;
  if (x - x != 0) {
    set_errno(33);
    return __builtin_nanf("");
  }
  if (x == 0) return x;
  float r = __argand_open_float();
  __argand_assume(r >= -1 && r <= 1);
  return r;
}
long double sinl(long double x) {
  if (x != x) return x;
  if (x - x != 0) {
    set_errno(33);
    return __builtin_nanl("");
  }
  if (x == 0) return x;
  long double r = __argand_open_longdouble();
  __argand_assume(r >= -1 && r <= 1);
  return r;
}

//= cos cosf cosl
double cos(double x) {
  if (x != x) return x;
  if (x - x != 0) {
    set_errno(33);
    return __builtin_nan("");
  }
  if (x == 0) return 1;
  double r = __argand_open_double();
  __argand_assume(r >= -1 && r <= 1);
  return r;
}
float cosf(float x) {
  if (x != x) return x;
  if (x - x != 0) {
    set_errno(33);
    return __builtin_nanf("");
  }
  if (x == 0) return 1;
  float r = __argand_open_float();
  __argand_assume(r >= -1 && r <= 1);
  return r;
}
long double cosl(long double x) {
  if (x != x) return x;
  if (x - x != 0) {
    set_errno(33);
    return __builtin_nanl("");
  }
  if (x == 0) return 1;
  long double r = __argand_open_longdouble();
  __argand_assume(r >= -1 && r <= 1);
  return r;
}

//= tan tanf tanl
double tan(double x) {
  if (x != x) return x;
  if (x - x != 0) {
    set_errno(33);
    return __builtin_nan("");
  }
  if (x == 0) return x;
  double r = __argand_open_double();
  __argand_assume(r == r);
  return r;
}
float tanf(float x) {
  if (x != x) return x;
  if (x - x != 0) {
    set_errno(33);
    return __builtin_nanf("");
  }
  if (x == 0) return x;
  float r = __argand_open_float();
  __argand_assume(r == r);
  return r;
}
long double tanl(long double x) {
  if (x != x) return x;
  if (x - x != 0) {
    set_errno(33);
    return __builtin_nanl("");
  }
  if (x == 0) return x;
  long double r = __argand_open_longdouble();
  __argand_assume(r == r);
  return r;
}

//= asin asinf asinl
double asin(double x) {
  if (x != x) return x;
  if (x < -1 || x > 1) {
    set_errno(33);
    return __builtin_nan("");
  }
  if (x == 0) return x;
  double r = __argand_open_double();
  __argand_assume(r >= -1.5707963705062867 && r <= 1.5707963705062867);
  return r;
}
float asinf(float x) {
  if (x != x) return x;
  if (x < -1 || x > 1) {
    set_errno(33);
    return __builtin_nanf("");
  }
  if (x == 0) return x;
  float r = __argand_open_float();
  __argand_assume(r >= -1.5707963705062867 && r <= 1.5707963705062867);
  return r;
}
long double asinl(long double x) {
  if (x != x) return x;
  if (x < -1 || x > 1) {
    set_errno(33);
    return __builtin_nanl("");
  }
  if (x == 0) return x;
  long double r = __argand_open_longdouble();
  __argand_assume(r >= -1.5707963705062867 && r <= 1.5707963705062867);
  return r;
}

//= acos acosf acosl
double acos(double x) {
  if (x != x) return x;
  if (x < -1 || x > 1) {
    set_errno(33);
    return __builtin_nan("");
  }
  if (x == 1) return 0;
  double r = __argand_open_double();
  __argand_assume(r >= 0 && r <= 3.1415927410125733);
  return r;
}
float acosf(float x) {
  if (x != x) return x;
  if (x < -1 || x > 1) {
    set_errno(33);
    return __builtin_nanf("");
  }
  if (x == 1) return 0;
  float r = __argand_open_float();
  __argand_assume(r >= 0 && r <= 3.1415927410125733);
  return r;
}
long double acosl(long double x) {
  if (x != x) return x;
  if (x < -1 || x > 1) {
    set_errno(33);
    return __builtin_nanl("");
  }
  if (x == 1) return 0;
  long double r = __argand_open_longdouble();
  __argand_assume(r >= 0 && r <= 3.1415927410125733);
  return r;
}

//= atan atanf atanl
double atan(double x) {
  if (x != x) return x;
  if (x == 0) return x;
  double r = __argand_open_double();
  __argand_assume(r >= -1.5707963705062867 && r <= 1.5707963705062867);
  return r;
}
float atanf(float x) {
  if (x != x) return x;
  if (x == 0) return x;
  float r = __argand_open_float();
  __argand_assume(r >= -1.5707963705062867 && r <= 1.5707963705062867);
  return r;
}
long double atanl(long double x) {
  if (x != x) return x;
  if (x == 0) return x;
  long double r = __argand_open_longdouble();
  __argand_assume(r >= -1.5707963705062867 && r <= 1.5707963705062867);
  return r;
}

//= atan2 atan2f atan2l
double atan2(double y, double x) {
  if (y != y || x != x) return __builtin_nan("");
  double r = __argand_open_double();
  __argand_assume(r >= -3.1415927410125733 && r <= 3.1415927410125733);
  return r;
}
float atan2f(float y, float x) {
  if (y != y || x != x) return __builtin_nanf("");
  float r = __argand_open_float();
  __argand_assume(r >= -3.1415927410125733 && r <= 3.1415927410125733);
  return r;
}
long double atan2l(long double y, long double x) {
  if (y != y || x != x) return __builtin_nanl("");
  long double r = __argand_open_longdouble();
  __argand_assume(r >= -3.1415927410125733 && r <= 3.1415927410125733);
  return r;
}

//= sinh sinhf sinhl
double sinh(double x) {
  if (x != x) return x;
  if (x == 0 || x - x != 0) return x;
  double r = __argand_open_double();
  __argand_assume(r == r);
  return r;
}
float sinhf(float x) {
  if (x != x) return x;
  if (x == 0 || x - x != 0) return x;
  float r = __argand_open_float();
  __argand_assume(r == r);
  return r;
}
long double sinhl(long double x) {
  if (x != x) return x;
  if (x == 0 || x - x != 0) return x;
  long double r = __argand_open_longdouble();
  __argand_assume(r == r);
  return r;
}

//= cosh coshf coshl
double cosh(double x) {
  if (x != x) return x;
  if (x == 0) return 1;
  double r = __argand_open_double();
  __argand_assume(r >= 1);
  return r;
}
float coshf(float x) {
  if (x != x) return x;
  if (x == 0) return 1;
  float r = __argand_open_float();
  __argand_assume(r >= 1);
  return r;
}
long double coshl(long double x) {
  if (x != x) return x;
  if (x == 0) return 1;
  long double r = __argand_open_longdouble();
  __argand_assume(r >= 1);
  return r;
}

//= tanh tanhf tanhl
double tanh(double x) {
  if (x != x) return x;
  if (x == 0) return x;
  double r = __argand_open_double();
  __argand_assume(r >= -1 && r <= 1);
  return r;
}
float tanhf(float x) {
  if (x != x) return x;
  if (x == 0) return x;
  float r = __argand_open_float();
  __argand_assume(r >= -1 && r <= 1);
  return r;
}
long double tanhl(long double x) {
  if (x != x) return x;
  if (x == 0) return x;
  long double r = __argand_open_longdouble();
  __argand_assume(r >= -1 && r <= 1);
  return r;
}

//= exp expf expl
double exp(double x) {
  if (x != x) return x;
  if (x == 0) return 1;
  double r = __argand_open_double();
  __argand_assume(r >= 0);
  return r;
}
float expf(float x) {
  if (x != x) return x;
  if (x == 0) return 1;
  float r = __argand_open_float();
  __argand_assume(r >= 0);
  return r;
}
long double expl(long double x) {
  if (x != x) return x;
  if (x == 0) return 1;
  long double r = __argand_open_longdouble();
  __argand_assume(r >= 0);
  return r;
}

//= exp2 exp2f exp2l
double exp2(double x) {
  if (x != x) return x;
  if (x == 0) return 1;
  double r = __argand_open_double();
  __argand_assume(r >= 0);
  return r;
}
float exp2f(float x) {
  if (x != x) return x;
  if (x == 0) return 1;
  float r = __argand_open_float();
  __argand_assume(r >= 0);
  return r;
}
long double exp2l(long double x) {
  if (x != x) return x;
  if (x == 0) return 1;
  long double r = __argand_open_longdouble();
  __argand_assume(r >= 0);
  return r;
}

//= expm1 expm1f expm1l
double expm1(double x) {
  if (x != x) return x;
  if (x == 0) return x;
  double r = __argand_open_double();
  __argand_assume(r >= -1);
  return r;
}
float expm1f(float x) {
  if (x != x) return x;
  if (x == 0) return x;
  float r = __argand_open_float();
  __argand_assume(r >= -1);
  return r;
}
long double expm1l(long double x) {
  if (x != x) return x;
  if (x == 0) return x;
  long double r = __argand_open_longdouble();
  __argand_assume(r >= -1);
  return r;
}

//= log logf logl
double log(double x) {
  if (x != x) return x;
  if (x < 0) {
    set_errno(33);
    return __builtin_nan("");
  }
  if (x == 0) {
    set_errno(34);
    return -__builtin_inf();
  }
  if (x == 1) return 0;
  double r = __argand_open_double();
  __argand_assume(r == r);
  return r;
}
float logf(float x) {
  if (x != x) return x;
  if (x < 0) {
    set_errno(33);
    return __builtin_nanf("");
  }
  if (x == 0) {
    set_errno(34);
    return -__builtin_inff();
  }
  if (x == 1) return 0;
  float r = __argand_open_float();
  __argand_assume(r == r);
  return r;
}
long double logl(long double x) {
  if (x != x) return x;
  if (x < 0) {
    set_errno(33);
    return __builtin_nanl("");
  }
  if (x == 0) {
    set_errno(34);
    return -__builtin_infl();
  }
  if (x == 1) return 0;
  long double r = __argand_open_longdouble();
  __argand_assume(r == r);
  return r;
}

//= log2 log2f log2l
double log2(double x) {
  if (x != x) return x;
  if (x < 0) {
    set_errno(33);
    return __builtin_nan("");
  }
  if (x == 0) {
    set_errno(34);
    return -__builtin_inf();
  }
  if (x == 1) return 0;
  double r = __argand_open_double();
  __argand_assume(r == r);
  return r;
}
float log2f(float x) {
  if (x != x) return x;
  if (x < 0) {
    set_errno(33);
    return __builtin_nanf("");
  }
  if (x == 0) {
    set_errno(34);
    return -__builtin_inff();
  }
  if (x == 1) return 0;
  float r = __argand_open_float();
  __argand_assume(r == r);
  return r;
}
long double log2l(long double x) {
  if (x != x) return x;
  if (x < 0) {
    set_errno(33);
    return __builtin_nanl("");
  }
  if (x == 0) {
    set_errno(34);
    return -__builtin_infl();
  }
  if (x == 1) return 0;
  long double r = __argand_open_longdouble();
  __argand_assume(r == r);
  return r;
}

//= log10 log10f log10l
double log10(double x) {
  if (x != x) return x;
  if (x < 0) {
    set_errno(33);
    return __builtin_nan("");
  }
  if (x == 0) {
    set_errno(34);
    return -__builtin_inf();
  }
  if (x == 1) return 0;
  double r = __argand_open_double();
  __argand_assume(r == r);
  return r;
}
float log10f(float x) {
  if (x != x) return x;
  if (x < 0) {
    set_errno(33);
    return __builtin_nanf("");
  }
  if (x == 0) {
    set_errno(34);
    return -__builtin_inff();
  }
  if (x == 1) return 0;
  float r = __argand_open_float();
  __argand_assume(r == r);
  return r;
}
long double log10l(long double x) {
  if (x != x) return x;
  if (x < 0) {
    set_errno(33);
    return __builtin_nanl("");
  }
  if (x == 0) {
    set_errno(34);
    return -__builtin_infl();
  }
  if (x == 1) return 0;
  long double r = __argand_open_longdouble();
  __argand_assume(r == r);
  return r;
}

//= log1p log1pf log1pl
double log1p(double x) {
  if (x != x) return x;
  if (x < -1) {
    set_errno(33);
    return __builtin_nan("");
  }
  if (x == -1) return -__builtin_inf();
  if (x == 0) return x;
  double r = __argand_open_double();
  __argand_assume(r == r);
  return r;
}
float log1pf(float x) {
  if (x != x) return x;
  if (x < -1) {
    set_errno(33);
    return __builtin_nanf("");
  }
  if (x == -1) return -__builtin_inff();
  if (x == 0) return x;
  float r = __argand_open_float();
  __argand_assume(r == r);
  return r;
}
long double log1pl(long double x) {
  if (x != x) return x;
  if (x < -1) {
    set_errno(33);
    return __builtin_nanl("");
  }
  if (x == -1) return -__builtin_infl();
  if (x == 0) return x;
  long double r = __argand_open_longdouble();
  __argand_assume(r == r);
  return r;
}

//= cbrt cbrtf cbrtl
double cbrt(double x) {
  if (x != x) return x;
  if (x == 0 || x - x != 0) return x;
  double r = __argand_open_double();
  __argand_assume(r == r && (r < 0) == (x < 0));
  return r;
}
float cbrtf(float x) {
  if (x != x) return x;
  if (x == 0 || x - x != 0) return x;
  float r = __argand_open_float();
  __argand_assume(r == r && (r < 0) == (x < 0));
  return r;
}
long double cbrtl(long double x) {
  if (x != x) return x;
  if (x == 0 || x - x != 0) return x;
  long double r = __argand_open_longdouble();
  __argand_assume(r == r && (r < 0) == (x < 0));
  return r;
}

//= erf erff erfl
double erf(double x) {
  if (x != x) return x;
  if (x == 0) return x;
  double r = __argand_open_double();
  __argand_assume(r >= -1 && r <= 1);
  return r;
}
float erff(float x) {
  if (x != x) return x;
  if (x == 0) return x;
  float r = __argand_open_float();
  __argand_assume(r >= -1 && r <= 1);
  return r;
}
long double erfl(long double x) {
  if (x != x) return x;
  if (x == 0) return x;
  long double r = __argand_open_longdouble();
  __argand_assume(r >= -1 && r <= 1);
  return r;
}

//= erfc erfcf erfcl
double erfc(double x) {
  if (x != x) return x;
  if (x == 0) return 1;
  double r = __argand_open_double();
  __argand_assume(r >= 0 && r <= 2);
  return r;
}
float erfcf(float x) {
  if (x != x) return x;
  if (x == 0) return 1;
  float r = __argand_open_float();
  __argand_assume(r >= 0 && r <= 2);
  return r;
}
long double erfcl(long double x) {
  if (x != x) return x;
  if (x == 0) return 1;
  long double r = __argand_open_longdouble();
  __argand_assume(r >= 0 && r <= 2);
  return r;
}

//= pow powf powl
double pow(double x, double y) {
  if (y == 0 || x == 1) return 1;
  if (x != x || y != y) return __builtin_nan("");
  if (y == 1) return x;
  double r = __argand_open_double();
  if (x > 0) __argand_assume(r >= 0);
  return r;
}
float powf(float x, float y) {
  if (y == 0 || x == 1) return 1;
  if (x != x || y != y) return __builtin_nanf("");
  if (y == 1) return x;
  float r = __argand_open_float();
  if (x > 0) __argand_assume(r >= 0);
  return r;
}
long double powl(long double x, long double y) {
  if (y == 0 || x == 1) return 1;
  if (x != x || y != y) return __builtin_nanl("");
  if (y == 1) return x;
  long double r = __argand_open_longdouble();
  if (x > 0) __argand_assume(r >= 0);
  return r;
}

//= hypot hypotf hypotl
double hypot(double x, double y) {
  double r = __argand_open_double();
  __argand_assume(r >= 0 || x != x || y != y);
  return r;
}
float hypotf(float x, float y) {
  float r = __argand_open_float();
  __argand_assume(r >= 0 || x != x || y != y);
  return r;
}
long double hypotl(long double x, long double y) {
  long double r = __argand_open_longdouble();
  __argand_assume(r >= 0 || x != x || y != y);
  return r;
}

//= tgamma tgammaf tgammal
double tgamma(double x) {
  return __argand_open_double();
}
float tgammaf(float x) {
  return __argand_open_float();
}
long double tgammal(long double x) {
  return __argand_open_longdouble();
}

//= lgamma lgammaf lgammal
extern int signgam;
double lgamma(double x) {
  signgam = __argand_open_bool() ? 1 : -1;
  return __argand_open_double();
}
float lgammaf(float x) {
  signgam = __argand_open_bool() ? 1 : -1;
  return __argand_open_float();
}
long double lgammal(long double x) {
  signgam = __argand_open_bool() ? 1 : -1;
  return __argand_open_longdouble();
}

//= frexp frexpf frexpl ldexp ldexpf ldexpl scalbn scalbnf scalbnl ilogb ilogbf ilogbl logb logbf logbl
/* Exact, by the bits of the formats. A float is a double with bits to spare, so its functions go through
   double and round once, at the end. */
union double_bits { double value; unsigned long long bits; };
union extended_bits { long double value; struct { unsigned long long mantissa; unsigned short exponent; } parts; };

/* For finite numbers that are not zero: the mantissa, at least 0.5 and below 1 in magnitude. */
static double mantissa_of(double x, int *e) {
  union double_bits v;
  int moved = 0;
  v.value = x;
  if ((v.bits >> 52 & 0x7ff) == 0) {
    v.value = x * 0x1p60;
    moved = 60;
  }
  *e = (int)(v.bits >> 52 & 0x7ff) - 1022 - moved;
  v.bits = (v.bits & ~(0x7ffull << 52)) | 0x3feull << 52;
  return v.value;
}
/* 2 to the power of e, for exponents of normal numbers. */
static double double_power(int e) {
  union double_bits v;
  v.bits = (unsigned long long)(e + 1023) << 52;
  return v.value;
}
static long double mantissa_of_extended(long double x, int *e) {
  union extended_bits v;
  int moved = 0;
  v.value = x;
  if ((v.parts.exponent & 0x7fff) == 0) {
    v.value = x * 0x1p70L;
    moved = 70;
  }
  *e = (v.parts.exponent & 0x7fff) - 16382 - moved;
  v.parts.exponent = (v.parts.exponent & 0x8000) | 16382;
  return v.value;
}
static long double extended_power(int e) {
  union extended_bits v;
  v.value = 1;
  v.parts.exponent = (unsigned short)(e + 16383);
  return v.value;
}

double frexp(double x, int *e) {
  if (x == 0 || x - x != 0) {
    *e = 0;
    return x;
  }
  return mantissa_of(x, e);
}
float frexpf(float x, int *e) { return (float)frexp(x, e); }
long double frexpl(long double x, int *e) {
  if (x == 0 || x - x != 0) {
    *e = 0;
    return x;
  }
  return mantissa_of_extended(x, e);
}

/* Results below the normal numbers are rounded by the last multiplication alone. */
double ldexp(double x, int e) {
  if (x == 0 || x - x != 0) return x;
  int old;
  double m = mantissa_of(x, &old);
  long long power = (long long)old + e;
  if (power > 1024) return m * 0x1p1023 * 2 * 2;
  if (power > 1000) return m * 2 * double_power((int)power - 1);
  if (power >= -1000) return m * double_power((int)power);
  if (power < -1100) power = -1100;
  return m * double_power((int)power + 900) * 0x1p-900;
}
float ldexpf(float x, int e) { return (float)ldexp(x, e); }
long double ldexpl(long double x, int e) {
  if (x == 0 || x - x != 0) return x;
  int old;
  long double m = mantissa_of_extended(x, &old);
  long long power = (long long)old + e;
  if (power > 16384) return m * 0x1p16383L * 2 * 2;
  if (power > 16000) return m * 2 * extended_power((int)power - 1);
  if (power >= -16000) return m * extended_power((int)power);
  if (power < -16500) power = -16500;
  return m * extended_power((int)power + 900) * 0x1p-900L;
}
double scalbn(double x, int e) { return ldexp(x, e); }
float scalbnf(float x, int e) { return ldexpf(x, e); }
long double scalbnl(long double x, int e) { return ldexpl(x, e); }

int ilogb(double x) {
  int e;
  if (x == 0 || x != x) return -2147483647 - 1;
  if (x - x != 0) return 2147483647;
  mantissa_of(x, &e);
  return e - 1;
}
int ilogbf(float x) { return ilogb(x); }
int ilogbl(long double x) {
  int e;
  if (x == 0 || x != x) return -2147483647 - 1;
  if (x - x != 0) return 2147483647;
  mantissa_of_extended(x, &e);
  return e - 1;
}
double logb(double x) {
  if (x == 0) return -__builtin_inf();
  if (x - x != 0) return x * x;
  return ilogb(x);
}
float logbf(float x) { return (float)logb(x); }
long double logbl(long double x) {
  if (x == 0) return -__builtin_infl();
  if (x - x != 0) return x * x;
  return ilogbl(x);
}

//= nextafter
union nextafter_bits { double value; unsigned long long bits; };
double nextafter(double x, double y) {
  union nextafter_bits v;
  if (x != x || y != y) return x + y;
  if (x == y) return y;
  v.value = x;
  if (x == 0) {
    v.bits = 1;
    return y > 0 ? v.value : -v.value;
  }
  if ((x < y) == (x > 0)) v.bits++;
  else v.bits--;
  return v.value;
}

//= nextafterf
union nextafterf_bits { float value; unsigned bits; };
float nextafterf(float x, float y) {
  union nextafterf_bits v;
  if (x != x || y != y) return x + y;
  if (x == y) return y;
  v.value = x;
  if (x == 0) {
    v.bits = 1;
    return y > 0 ? v.value : -v.value;
  }
  if ((x < y) == (x > 0)) v.bits++;
  else v.bits--;
  return v.value;
}

//= modf modff modfl
double modf(double x, double *whole) {
  double t = __builtin_trunc(x);
  *whole = t;
  return __builtin_copysign(x - x != 0 && x == x ? 0 : x - t, x);
}
float modff(float x, float *whole) {
  float t = __builtin_truncf(x);
  *whole = t;
  return __builtin_copysignf(x - x != 0 && x == x ? 0 : x - t, x);
}
long double modfl(long double x, long double *whole) {
  long double t = __builtin_truncl(x);
  *whole = t;
  return __builtin_copysignl(x - x != 0 && x == x ? 0 : x - t, x);
}

//= fdim fdimf fdiml
double fdim(double x, double y) {
  if (x != x || y != y) return x + y;
  return x > y ? x - y : 0;
}
float fdimf(float x, float y) {
  if (x != x || y != y) return x + y;
  return x > y ? x - y : 0;
}
long double fdiml(long double x, long double y) {
  if (x != x || y != y) return x + y;
  return x > y ? x - y : 0;
}

//= remquo remquof remquol
/* Of the quotient only the sign and the last three bits are known, and not here. */
double remainder(double, double);
float remainderf(float, float);
long double remainderl(long double, long double);
double remquo(double x, double y, int *quotient) {
  *quotient = __argand_open_int();
  return remainder(x, y);
}
float remquof(float x, float y, int *quotient) {
  *quotient = __argand_open_int();
  return remainderf(x, y);
}
long double remquol(long double x, long double y, int *quotient) {
  *quotient = __argand_open_int();
  return remainderl(x, y);
}

//= nan nanf nanl
double nan(const char *tag) { return __builtin_nan(""); }
float nanf(const char *tag) { return __builtin_nanf(""); }
long double nanl(const char *tag) { return __builtin_nanl(""); }

//= sincos sincosf sincosl
double sin(double), cos(double);
float sinf(float), cosf(float);
long double sinl(long double), cosl(long double);
void sincos(double x, double *s, double *c) {
  *s = sin(x);
  *c = cos(x);
}
void sincosf(float x, float *s, float *c) {
  *s = sinf(x);
  *c = cosf(x);
}
void sincosl(long double x, long double *s, long double *c) {
  *s = sinl(x);
  *c = cosl(x);
}

//= scalbln scalblnf scalblnl
double ldexp(double, int);
float ldexpf(float, int);
long double ldexpl(long double, int);
static int scalbln_power(long e) { return e > 50000 ? 50000 : e < -50000 ? -50000 : (int)e; }
double scalbln(double x, long e) { return ldexp(x, scalbln_power(e)); }
float scalblnf(float x, long e) { return ldexpf(x, scalbln_power(e)); }
long double scalblnl(long double x, long e) { return ldexpl(x, scalbln_power(e)); }

//= signgam
int signgam;

//= lgamma_r lgammaf_r lgammal_r
double lgamma_r(double x, int *sign) {
  *sign = __argand_open_bool() ? 1 : -1;
  return __argand_open_double();
}
float lgammaf_r(float x, int *sign) {
  *sign = __argand_open_bool() ? 1 : -1;
  return __argand_open_float();
}
long double lgammal_r(long double x, int *sign) {
  *sign = __argand_open_bool() ? 1 : -1;
  return __argand_open_longdouble();
}

//= nextafterl nexttoward nexttowardf nexttowardl
long double nextafterl(long double x, long double y) { return x == y ? y : __argand_open_longdouble(); }
long double nexttowardl(long double x, long double y) { return x == y ? y : __argand_open_longdouble(); }
double nexttoward(double x, long double y) { return x == y ? (double)y : __argand_open_double(); }
float nexttowardf(float x, long double y) { return x == y ? (float)y : __argand_open_float(); }

//= acosh acoshf acoshl
double acosh(double x) {
  if (x != x) return x;
  if (x == 1) return 0;
  return __argand_open_double();
}
float acoshf(float x) {
  if (x != x) return x;
  if (x == 1) return 0;
  return __argand_open_float();
}
long double acoshl(long double x) {
  if (x != x) return x;
  if (x == 1) return 0;
  return __argand_open_longdouble();
}

//= asinh asinhf asinhl
double asinh(double x) {
  if (x != x) return x;
  if (x == 0) return x;
  return __argand_open_double();
}
float asinhf(float x) {
  if (x != x) return x;
  if (x == 0) return x;
  return __argand_open_float();
}
long double asinhl(long double x) {
  if (x != x) return x;
  if (x == 0) return x;
  return __argand_open_longdouble();
}

//= atanh atanhf atanhl
double atanh(double x) {
  if (x != x) return x;
  if (x == 0) return x;
  return __argand_open_double();
}
float atanhf(float x) {
  if (x != x) return x;
  if (x == 0) return x;
  return __argand_open_float();
}
long double atanhl(long double x) {
  if (x != x) return x;
  if (x == 0) return x;
  return __argand_open_longdouble();
}

//= exp10 exp10f exp10l
double exp10(double x) {
  if (x != x) return x;
  if (x == 0) return 1;
  return __argand_open_double();
}
float exp10f(float x) {
  if (x != x) return x;
  if (x == 0) return 1;
  return __argand_open_float();
}
long double exp10l(long double x) {
  if (x != x) return x;
  if (x == 0) return 1;
  return __argand_open_longdouble();
}

//= j0 j0f j0l
double j0(double x) {
  if (x != x) return x;
  return __argand_open_double();
}
float j0f(float x) {
  if (x != x) return x;
  return __argand_open_float();
}
long double j0l(long double x) {
  if (x != x) return x;
  return __argand_open_longdouble();
}

//= j1 j1f j1l
double j1(double x) {
  if (x != x) return x;
  return __argand_open_double();
}
float j1f(float x) {
  if (x != x) return x;
  return __argand_open_float();
}
long double j1l(long double x) {
  if (x != x) return x;
  return __argand_open_longdouble();
}

//= y0 y0f y0l
double y0(double x) {
  if (x != x) return x;
  return __argand_open_double();
}
float y0f(float x) {
  if (x != x) return x;
  return __argand_open_float();
}
long double y0l(long double x) {
  if (x != x) return x;
  return __argand_open_longdouble();
}

//= y1 y1f y1l
double y1(double x) {
  if (x != x) return x;
  return __argand_open_double();
}
float y1f(float x) {
  if (x != x) return x;
  return __argand_open_float();
}
long double y1l(long double x) {
  if (x != x) return x;
  return __argand_open_longdouble();
}

//= significand significandf significandl
double significand(double x) {
  if (x != x) return x;
  return __argand_open_double();
}
float significandf(float x) {
  if (x != x) return x;
  return __argand_open_float();
}
long double significandl(long double x) {
  if (x != x) return x;
  return __argand_open_longdouble();
}

//= jn jnf jnl
double jn(int n, double x) {
  return __argand_open_double();
}
float jnf(int n, float x) {
  return __argand_open_float();
}
long double jnl(int n, long double x) {
  return __argand_open_longdouble();
}

//= yn ynf ynl
double yn(int n, double x) {
  return __argand_open_double();
}
float ynf(int n, float x) {
  return __argand_open_float();
}
long double ynl(int n, long double x) {
  return __argand_open_longdouble();
}
