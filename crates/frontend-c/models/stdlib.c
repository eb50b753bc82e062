/* Numbers, searching, sorting, random numbers. */

//= strtoull_magnitude
/* The digits at s in the given base: their value, whether it overflowed, and where they end. */
struct strtoull_result {
  unsigned long long value;
  _Bool negative, overflow;
  const char *end;
};
static struct strtoull_result strtoull_magnitude(const char *s, int base) {
  struct strtoull_result r = {0, 0, 0, s};
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

//= strtol
long strtol(const char *s, char **end, int base) {
  struct strtoull_result r = strtoull_magnitude(s, base);
  const unsigned long long max = (unsigned long)-1 / 2;
  if (end) *end = (char *)r.end;
  if (r.negative) return r.overflow || r.value > max ? -(long)max - 1 : -(long)r.value;
  return r.overflow || r.value > max ? (long)max : (long)r.value;
}

//= strtoll
long long strtoll(const char *s, char **end, int base) {
  struct strtoull_result r = strtoull_magnitude(s, base);
  const unsigned long long max = (unsigned long long)-1 / 2;
  if (end) *end = (char *)r.end;
  if (r.negative) return r.overflow || r.value > max ? -(long long)max - 1 : -(long long)r.value;
  return r.overflow || r.value > max ? (long long)max : (long long)r.value;
}

//= strtoul
unsigned long strtoul(const char *s, char **end, int base) {
  struct strtoull_result r = strtoull_magnitude(s, base);
  if (end) *end = (char *)r.end;
  if (r.overflow || r.value > (unsigned long)-1) return (unsigned long)-1;
  return r.negative ? -(unsigned long)r.value : (unsigned long)r.value;
}

//= strtoull
unsigned long long strtoull(const char *s, char **end, int base) {
  struct strtoull_result r = strtoull_magnitude(s, base);
  if (end) *end = (char *)r.end;
  if (r.overflow) return (unsigned long long)-1;
  return r.negative ? -r.value : r.value;
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

//= atof
double atof(const char *s) {
  while (*s) s++;
  return __argand_any_double();
}

//= strtod
/* The value is any; the end is somewhere in the string. */
double strtod(const char *s, char **end) {
  size_t n = 0, at = __argand_any_size();
  while (s[n]) n++;
  __argand_assume(at <= n);
  if (end) *end = (char *)s + at;
  if (at == 0) return 0;
  return __argand_any_double();
}

//= strtof
float strtof(const char *s, char **end) {
  size_t n = 0, at = __argand_any_size();
  while (s[n]) n++;
  __argand_assume(at <= n);
  if (end) *end = (char *)s + at;
  if (at == 0) return 0;
  return __argand_any_float();
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

//= lldiv
typedef struct { long long quot, rem; } lldiv_t;
lldiv_t lldiv(long long a, long long b) {
  lldiv_t r = {a / b, a % b};
  return r;
}

//= bsearch
void *bsearch(const void *key, const void *base, size_t n, size_t size,
              int (*compare)(const void *, const void *)) {
  size_t low = 0, high = n;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    const char *element = (const char *)base + middle * size;
    int order = compare(key, element);
    if (order == 0) return (void *)element;
    if (order < 0) high = middle;
    else low = middle + 1;
  }
  return 0;
}

//= qsort
/* Insertion by exchange of neighbours: which pairs are compared is for the library to choose. */
void qsort(void *base, size_t n, size_t size, int (*compare)(const void *, const void *)) {
  char *a = base;
  for (size_t i = 1; i < n; i++)
    for (size_t j = i; j > 0 && compare(a + (j - 1) * size, a + j * size) > 0; j--)
      for (size_t k = 0; k < size; k++) {
        char c = a[(j - 1) * size + k];
        a[(j - 1) * size + k] = a[j * size + k];
        a[j * size + k] = c;
      }
}

//= rand random lrand48 rand_r
int rand(void) {
  int r = __argand_any_int();
  __argand_assume(r >= 0);
  return r;
}
int rand_r(unsigned *seed) {
  *seed = __argand_any_uint();
  return rand();
}
long random(void) {
  long r = __argand_any_long();
  __argand_assume(r >= 0 && r <= 2147483647);
  return r;
}
long lrand48(void) { return random(); }

//= mrand48
long mrand48(void) {
  long r = __argand_any_long();
  __argand_assume(r >= -2147483647 - 1 && r <= 2147483647);
  return r;
}

//= drand48
double drand48(void) {
  double r = __argand_any_double();
  __argand_assume(r >= 0.0 && r < 1.0);
  return r;
}

//= srand srandom srand48
void srand(unsigned seed) {}
void srandom(unsigned seed) {}
void srand48(long seed) {}
