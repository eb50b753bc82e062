/* Numbers, searching, sorting, random numbers. */

//= - strtoull_magnitude
/* The digits at s in the given base: their value, whether it overflowed, and where they end. No base but 0 and 2 to
   36 is one: then there is no end. */
struct strtoull_result {
  unsigned long long value;
  _Bool negative, overflow;
  const char *end;
};
static struct strtoull_result strtoull_magnitude(const char *s, int base) {
  struct strtoull_result r = {0, 0, 0, s};
  if (base < 0 || base == 1 || base > 36) {
    set_errno(22);
    r.end = 0;
    return r;
  }
  while (*s == ' ' || (*s >= 9 && *s <= 13)) s++;
  if (*s == '-' || *s == '+') r.negative = *s++ == '-';
  if ((base == 0 || base == 16) && s[0] == '0' && (s[1] == 'x' || s[1] == 'X') &&
      ((s[2] >= '0' && s[2] <= '9') || (s[2] >= 'a' && s[2] <= 'f') || (s[2] >= 'A' && s[2] <= 'F'))) {
    s += 2;
    base = 16;
  } else if (base == 0) {
    base = *s == '0' ? 8 : 10;
  }
  for (;; s++) {
    int digit;
    if (*s >= '0' && *s <= '9') digit = *s - '0';
    else if (*s >= 'a' && *s <= 'z') digit = *s - 'a' + 10;
    else if (*s >= 'A' && *s <= 'Z') digit = *s - 'A' + 10;
    else break;
    if (digit >= base) break;
    if (__builtin_mul_overflow(r.value, (unsigned long long)base, &r.value) ||
        __builtin_add_overflow(r.value, (unsigned long long)digit, &r.value))
      r.overflow = 1;
    r.end = s + 1;
  }
  return r;
}

//= - strtoull_no_binary
/* C23 reads binary numbers, too, which is not modelled. */
void __argand_unsupported_binary(void);
static void strtoull_no_binary(const char *s, int base) {
  if (base != 0 && base != 2) return;
  while (*s == ' ' || (*s >= 9 && *s <= 13)) s++;
  if (*s == '-' || *s == '+') s++;
  if (s[0] == '0' && (s[1] == 'b' || s[1] == 'B') && (s[2] == '0' || s[2] == '1')) __argand_unsupported_binary();
}

//= strtol
long strtol(const char *s, char **end, int base) {
  struct strtoull_result r = strtoull_magnitude(s, base);
  const unsigned long long max = (unsigned long)-1 / 2;
  if (end && r.end) *end = (char *)r.end;
  if (r.overflow || r.value > max + r.negative) {
    set_errno(34);
    return r.negative ? -(long)max - 1 : (long)max;
  }
  if (r.value > max) return -(long)max - 1;
  return r.negative ? -(long)r.value : (long)r.value;
}

//= strtoll strtoq strtoimax
long long strtoll(const char *s, char **end, int base) {
  struct strtoull_result r = strtoull_magnitude(s, base);
  const unsigned long long max = (unsigned long long)-1 / 2;
  if (end && r.end) *end = (char *)r.end;
  if (r.overflow || r.value > max + r.negative) {
    set_errno(34);
    return r.negative ? -(long long)max - 1 : (long long)max;
  }
  if (r.value > max) return -(long long)max - 1;
  return r.negative ? -(long long)r.value : (long long)r.value;
}
long long strtoq(const char *s, char **end, int base) { return strtoll(s, end, base); }
long long strtoimax(const char *s, char **end, int base) { return strtoll(s, end, base); }

//= strtoul
unsigned long strtoul(const char *s, char **end, int base) {
  struct strtoull_result r = strtoull_magnitude(s, base);
  if (end && r.end) *end = (char *)r.end;
  if (r.overflow || r.value > (unsigned long)-1) {
    set_errno(34);
    return (unsigned long)-1;
  }
  return r.negative ? -(unsigned long)r.value : (unsigned long)r.value;
}

//= strtoull strtouq strtoumax
unsigned long long strtoull(const char *s, char **end, int base) {
  struct strtoull_result r = strtoull_magnitude(s, base);
  if (end && r.end) *end = (char *)r.end;
  if (r.overflow) {
    set_errno(34);
    return (unsigned long long)-1;
  }
  return r.negative ? -r.value : r.value;
}
unsigned long long strtouq(const char *s, char **end, int base) { return strtoull(s, end, base); }
unsigned long long strtoumax(const char *s, char **end, int base) { return strtoull(s, end, base); }

//= __isoc23_strtol
long strtol(const char *, char **, int);
long __isoc23_strtol(const char *s, char **end, int base) {
  strtoull_no_binary(s, base);
  return strtol(s, end, base);
}

//= __isoc23_strtoll
long long strtoll(const char *, char **, int);
long long __isoc23_strtoll(const char *s, char **end, int base) {
  strtoull_no_binary(s, base);
  return strtoll(s, end, base);
}

//= __isoc23_strtoul
unsigned long strtoul(const char *, char **, int);
unsigned long __isoc23_strtoul(const char *s, char **end, int base) {
  strtoull_no_binary(s, base);
  return strtoul(s, end, base);
}

//= __isoc23_strtoull
unsigned long long strtoull(const char *, char **, int);
unsigned long long __isoc23_strtoull(const char *s, char **end, int base) {
  strtoull_no_binary(s, base);
  return strtoull(s, end, base);
}

//= atoi
long strtol(const char *, char **, int);
int atoi(const char *s) { return (int)strtol(s, 0, 10); }

//= atol
long strtol(const char *, char **, int);
long atol(const char *s) { return strtol(s, 0, 10); }

//= atoll
long long strtoll(const char *, char **, int);
long long atoll(const char *s) { return strtoll(s, 0, 10); }

//= - decimal_read
/* A decimal number in a text: `digits` times ten to the power of `power`, exactly. `computed` says that it was read so, and `end`
   where it ends: the text itself where it has no number. Names of infinity and of what is no number, hexadecimal
   numbers and numbers of more than 18 digits are not read. */
struct decimal {
  unsigned long long digits;
  int power;
  _Bool negative, computed;
  const char *end;
};
static _Bool decimal_is_digit(char c) { return c >= '0' && c <= '9'; }
static struct decimal decimal_read(const char *s) {
  struct decimal d = {0, 0, 0, 1, s};
  while (*s == ' ' || (*s >= 9 && *s <= 13)) s++;
  if (*s == '-' || *s == '+') d.negative = *s++ == '-';
  if (*s == 'i' || *s == 'I' || *s == 'n' || *s == 'N' || (*s == '0' && (s[1] == 'x' || s[1] == 'X'))) {
    d.computed = 0;
    return d;
  }
  _Bool any = 0, point = 0;
  for (; decimal_is_digit(*s) || (*s == '.' && !point); s++) {
    if (*s == '.') {
      point = 1;
      continue;
    }
    any = 1;
    if (d.digits >= 100000000000000000ull) {
      d.computed = 0;
      return d;
    }
    d.digits = d.digits * 10 + (unsigned long long)(*s - '0');
    if (point) d.power--;
  }
  if (!any) {
    d.negative = 0;
    return d;
  }
  d.end = s;
  if (*s == 'e' || *s == 'E') {
    s++;
    _Bool down = *s == '-';
    if (*s == '-' || *s == '+') s++;
    if (decimal_is_digit(*s)) {
      int power = 0;
      for (; decimal_is_digit(*s); s++)
        if (power < 10000) power = power * 10 + (*s - '0');
      d.power += down ? -power : power;
      d.end = s;
    }
  }
  return d;
}

//= - decimal_double
/* Of few digits and a small power of ten, both are exact, and one operation rounds once, as the number itself would be. */
static _Bool decimal_double(struct decimal d, double *result) {
  double value = (double)d.digits, power = 1;
  int n = d.power < 0 ? -d.power : d.power;
  if (d.digits == 0) n = 0;
  if (!d.computed || d.digits > 9007199254740992ull || n > 22) return 0;
  for (int i = 0; i < n; i++) power *= 10;
  value = d.power < 0 ? value / power : value * power;
  *result = d.negative ? -value : value;
  return 1;
}

//= - decimal_float
static _Bool decimal_float(struct decimal d, float *result) {
  float value = (float)d.digits, power = 1;
  int n = d.power < 0 ? -d.power : d.power;
  if (d.digits == 0) n = 0;
  if (!d.computed || d.digits > 16777216ull || n > 10) return 0;
  for (int i = 0; i < n; i++) power *= 10;
  value = d.power < 0 ? value / power : value * power;
  *result = d.negative ? -value : value;
  return 1;
}

//= atof
double atof(const char *s) {
  double computed;
  if (decimal_double(decimal_read(s), &computed)) return computed;
  while (*s) s++;
  return __argand_open_double();
}

//= strtod strtof strtold
/* Where the number ends that is not computed: somewhere in the string. */
static size_t strtod_end(const char *s, char **end) {
  size_t n = 0, at = __argand_open_size();
  while (s[n]) n++;
  __argand_assume(at <= n);
  if (end) *end = (char *)s + at;
  if (__argand_open_bool()) set_errno(34);
  return at;
}
double strtod(const char *s, char **end) {
  struct decimal number = decimal_read(s);
  double computed;
  if (decimal_double(number, &computed)) {
    if (end) *end = (char *)number.end;
    return computed;
  }
  return strtod_end(s, end) == 0 ? 0 : __argand_open_double();
}
float strtof(const char *s, char **end) {
  struct decimal number = decimal_read(s);
  float computed;
  if (decimal_float(number, &computed)) {
    if (end) *end = (char *)number.end;
    return computed;
  }
  return strtod_end(s, end) == 0 ? 0 : __argand_open_float();
}
long double strtold(const char *s, char **end) {
  return strtod_end(s, end) == 0 ? 0 : __argand_open_longdouble();
}

//= div
typedef struct { int quot, rem; } div_t;
div_t div(int a, int b) {
  div_t r = {a / b, a % b};
  return r;
}

//= ldiv
typedef struct { long quot, rem; } ldiv_t;
ldiv_t ldiv(long a, long b) {
  ldiv_t r = {a / b, a % b};
  return r;
}

//= abs labs llabs imaxabs
int abs(int x) { return __builtin_abs(x); }
long labs(long x) { return __builtin_labs(x); }
long long llabs(long long x) { return __builtin_llabs(x); }
long imaxabs(long x) { return __builtin_labs(x); }

//= ffs ffsl ffsll
int ffs(int x) { return __builtin_ffs(x); }
int ffsl(long x) { return __builtin_ffsl(x); }
int ffsll(long long x) { return __builtin_ffsll(x); }

//= lldiv
typedef struct { long long quot, rem; } lldiv_t;
lldiv_t lldiv(long long a, long long b) {
  lldiv_t r = {a / b, a % b};
  return r;
}

//= rand random lrand48 rand_r
/* The same seed gives the same numbers: they are not inputs. */
int rand(void) {
  int r = __argand_open_int();
  __argand_assume(r >= 0);
  return r;
}
int rand_r(unsigned *seed) {
  *seed = __argand_open_uint();
  return rand();
}
long random(void) {
  long r = __argand_open_long();
  __argand_assume(r >= 0 && r <= 2147483647);
  return r;
}
long lrand48(void) { return random(); }

//= nrand48 jrand48 erand48
long nrand48(unsigned short *state) {
  __argand_open_bytes(state, 6);
  long r = __argand_open_long();
  __argand_assume(r >= 0 && r <= 2147483647);
  return r;
}
long jrand48(unsigned short *state) {
  __argand_open_bytes(state, 6);
  long r = __argand_open_long();
  __argand_assume(r >= -2147483647 - 1 && r <= 2147483647);
  return r;
}
double erand48(unsigned short *state) {
  __argand_open_bytes(state, 6);
  double r = __argand_open_double();
  __argand_assume(r >= 0.0 && r < 1.0);
  return r;
}

//= mrand48
long mrand48(void) {
  long r = __argand_open_long();
  __argand_assume(r >= -2147483647 - 1 && r <= 2147483647);
  return r;
}

//= drand48
double drand48(void) {
  double r = __argand_open_double();
  __argand_assume(r >= 0.0 && r < 1.0);
  return r;
}

//= srand srandom srand48
void srand(unsigned seed) {}
void srandom(unsigned seed) {}
void srand48(long seed) {}

//= assert
/* Without its header, a function that says the same. */
void __assert_fail(const char *, const char *, unsigned, const char *);
void assert(int condition) {
  if (!condition) __assert_fail("condition", "", 0, "");
}
