/* Formatted input. Conversions write what they name: a value of the type, text within its width and of its set. What
   comes from a stream is an input; what is read out of a text is computed where it can be, and left open else. */

//= - scanf_has
void __argand_unsupported_conversion(void);
/* Whether a set in brackets has a character: `f` is behind the bracket. */
static _Bool scanf_has(const char *f, unsigned char c) {
  _Bool not = *f == '^', found = 0;
  if (not) f++;
  const char *start = f;
  for (; *f && (*f != ']' || f == start); f++) {
    unsigned char low = *f, high = *f;
    if (f[1] == '-' && f[2] && f[2] != ']') {
      high = f[2];
      f += 2;
    }
    if (low <= c && c <= high) found = 1;
  }
  return found != not;
}

//= - sscanf_is_computed sscanf_read
/* Formatted input from a text is computed, as glibc has it, unless the format has conversions of floats or pointers,
   allocates, or reads wide characters. */
static _Bool sscanf_is_computed(const char *f) {
  for (; *f; f++) {
    if (*f != '%') continue;
    f++;
    if (*f == '*') f++;
    while (*f >= '0' && *f <= '9') f++;
    _Bool is_long = 0;
    for (; *f == 'h' || *f == 'l' || *f == 'j' || *f == 'z' || *f == 't'; f++) is_long |= *f == 'l';
    switch (*f) {
    case '%': case 'd': case 'i': case 'u': case 'x': case 'X': case 'o': case 'n':
      break;
    case '[':
      f++;
      if (*f == '^') f++;
      if (*f == ']') f++;
      while (*f && *f != ']') f++;
      if (*f == 0 || is_long) return 0;
      break;
    case 's': case 'c':
      if (is_long) return 0;
      break;
    default:
      return 0;
    }
  }
  return 1;
}
static _Bool sscanf_is_space(char c) { return c == ' ' || (c >= 9 && c <= 13); }
static const char *sscanf_skip(const char *s) {
  while (sscanf_is_space(*s)) s++;
  return s;
}
static unsigned sscanf_digit(char c) {
  if (c >= '0' && c <= '9') return (unsigned)(c - '0');
  if (c >= 'a' && c <= 'f') return (unsigned)(c - 'a') + 10;
  if (c >= 'A' && c <= 'F') return (unsigned)(c - 'A') + 10;
  return 99;
}
/* Stores a number of the size that the letters of a conversion name. */
static void sscanf_store(void *p, int size, unsigned long long value) {
  if (size <= -2) *(signed char *)p = (signed char)value;
  else if (size == -1) *(short *)p = (short)value;
  else if (size == 0) *(int *)p = (int)value;
  else if (size == 1) *(long *)p = (long)value;
  else *(long long *)p = (long long)value;
}
/* Reads a number of at most `room` characters; where it ends, or null where there is none. */
static const char *sscanf_number(const char *s, char kind, int size, size_t room, unsigned long long *value) {
  _Bool negative = *s == '-', overflow = 0;
  if (room > 0 && (*s == '-' || *s == '+')) s++, room--;
  unsigned base = kind == 'o' ? 8 : kind == 'x' || kind == 'X' ? 16 : kind == 'i' ? 0 : 10;
  if ((base == 0 || base == 16) && room > 1 && *s == '0' && (s[1] == 'x' || s[1] == 'X')) {
    /* What becomes of a prefix without digits differs. */
    if (room < 3 || sscanf_digit(s[2]) >= 16) __argand_unsupported_conversion();
    base = 16;
    s += 2;
    room -= 2;
  }
  /* So does whether binary numbers are known. */
  if (base == 0 && room > 2 && *s == '0' && (s[1] == 'b' || s[1] == 'B') && sscanf_digit(s[2]) < 2)
    __argand_unsupported_conversion();
  if (base == 0) base = *s == '0' ? 8 : 10;
  const char *first = s;
  unsigned long long number = 0;
  for (; room > 0 && sscanf_digit(*s) < base; s++, room--) {
    unsigned long long next;
    if (__builtin_mul_overflow(number, (unsigned long long)base, &next)) overflow = 1;
    if (__builtin_add_overflow(next, (unsigned long long)sscanf_digit(*s), &number)) overflow = 1;
  }
  if (s == first) return 0;
  unsigned long long largest = size <= 1 ? (unsigned long long)~0ul : ~0ull;
  if (kind == 'd' || kind == 'i') {
    largest = (largest >> 1) + negative;
    if (overflow || number > largest) number = largest;
    *value = negative ? -number : number;
  } else if (overflow || number > largest) {
    *value = largest;
  } else {
    *value = negative ? -number : number;
  }
  return s;
}
static int sscanf_read(const char *s, const char *f, __builtin_va_list ap) {
  const char *start = s;
  int done = 0;
  for (; *f; f++) {
    if (sscanf_is_space(*f)) {
      s = sscanf_skip(s);
      continue;
    }
    if (*f == '%' && f[1] == '%') f++, s = sscanf_skip(s);
    else if (*f == '%') goto conversion;
    if (*s == 0) return done ? done : -1;
    if (*s != *f) return done;
    s++;
    continue;
  conversion:
    f++;
    _Bool skip = *f == '*';
    if (skip) f++;
    size_t width = 0;
    while (*f >= '0' && *f <= '9') width = width * 10 + (size_t)(*f++ - '0');
    int size = 0;
    for (;; f++) {
      if (*f == 'h') size--;
      else if (*f == 'l') size++;
      else if (*f == 'j') size += 2;
      else if (*f == 'z' || *f == 't') size += sizeof(size_t) == sizeof(long);
      else break;
    }
    char kind = *f;
    if (kind == 'n') {
      if (!skip) sscanf_store(__builtin_va_arg(ap, void *), size, (unsigned long long)(s - start));
      continue;
    }
    if (kind != 'c' && kind != '[') s = sscanf_skip(s);
    if (*s == 0) return done ? done : -1;
    size_t room = width ? width : kind == 'c' ? 1 : (size_t)-1;
    if (kind == 's' || kind == 'c' || kind == '[') {
      const char *set = f + 1;
      if (kind == '[') {
        f++;
        if (*f == '^') f++;
        if (*f == ']') f++;
        while (*f != ']') f++;
      }
      char *to = skip ? 0 : __builtin_va_arg(ap, char *);
      size_t n = 0;
      for (; n < room && s[n]; n++) {
        if (kind == 's' && sscanf_is_space(s[n])) break;
        if (kind == '[' && !scanf_has(set, (unsigned char)s[n])) break;
        if (to) to[n] = s[n];
      }
      if (n == 0) return done;
      if (to && kind != 'c') to[n] = 0;
      s += n;
    } else {
      unsigned long long value;
      const char *end = sscanf_number(s, kind, size, room, &value);
      if (end == 0) return done;
      if (!skip) sscanf_store(__builtin_va_arg(ap, void *), size, value);
      s = end;
    }
    if (!skip) done++;
  }
  return done;
}

//= scanf __isoc99_scanf __isoc23_scanf vscanf __isoc99_vscanf __isoc23_vscanf fscanf __isoc99_fscanf __isoc23_fscanf vfscanf __isoc99_vfscanf __isoc23_vfscanf sscanf __isoc99_sscanf __isoc23_sscanf vsscanf __isoc99_vsscanf __isoc23_vsscanf __argand_scan_stdin __argand_scan_open __argand_scan_begin __argand_scan_schar __argand_scan_short __argand_scan_int __argand_scan_long __argand_scan_longlong __argand_scan_float __argand_scan_double __argand_scan_longdouble __argand_scan_char __argand_scan_text __argand_scan_end
extern struct _IO_FILE *stdin;
void *malloc(size_t);
/* Where values come from: `text` says that it is a text in memory. */
static long long scanf_bound(char kind, size_t digits) {
  long long bound = 1;
  for (size_t i = 0; i < digits; i++) bound *= kind == 'o' ? 8 : kind == 'x' || kind == 'X' ? 16 : 10;
  return bound;
}
static int scanf_int(_Bool text, char kind, size_t width) {
  int value = text ? __argand_open_int() : __argand_any_int();
  if (width > 0 && width < 8)
    __argand_assume(value < scanf_bound(kind, width) && value > -scanf_bound(kind, width - 1));
  return value;
}
static long long scanf_wide(_Bool text, char kind, size_t width) {
  long long value = text ? __argand_open_longlong() : __argand_any_longlong();
  if (width > 0 && width < 16)
    __argand_assume(value < scanf_bound(kind, width) && value > -scanf_bound(kind, width - 1));
  return value;
}
/* Characters of a set, or no white space where there is no set, and their terminator. */
static void scanf_text(_Bool text, char *s, size_t width, const char *set) {
  size_t length = text ? __argand_open_size() : __argand_any_size();
  __argand_assume(length >= 1);
  if (width) __argand_assume(length <= width);
  for (size_t i = 0; i < length; i++) {
    char c = text ? __argand_open_char() : __argand_any_char();
    if (set) __argand_assume(scanf_has(set, (unsigned char)c));
    else __argand_assume(c != ' ' && (c < 9 || c > 13));
    if (text) __argand_assume(c != 0);
    s[i] = c;
  }
  s[length] = 0;
}
static int scanf_read(_Bool text, const char *f, __builtin_va_list ap) {
  int done = text ? __argand_open_int() : __argand_any_int(), written = 0;
  __argand_assume(done >= -1);
  for (; *f; f++) {
    if (*f != '%') continue;
    f++;
    if (*f == '%') continue;
    _Bool skip = *f == '*', allocate = 0;
    int size = 0;
    size_t width = 0;
    if (skip) f++;
    if (*f == '\'') f++;
    while (*f >= '0' && *f <= '9') width = width * 10 + (size_t)(*f++ - '0');
    if (*f == '$') __argand_unsupported_conversion();
    if (*f == 'm') allocate = 1, f++;
    for (;; f++) {
      if (*f == 'h') size--;
      else if (*f == 'l') size++;
      else if (*f == 'L') size += 4;
      else if (*f == 'j' || *f == 'q') size += 2;
      else if (*f == 'z' || *f == 't') size += sizeof(size_t) == sizeof(long);
      else break;
    }
    char kind = *f;
    const char *set = 0;
    if (kind == 0) break;
    if (kind == '[') {
      set = ++f;
      if (*f == '^') f++;
      if (*f == ']') f++;
      while (*f && *f != ']') f++;
    }
    if (kind == 'n') {
      /* May be written before the input ends; counts no conversion. */
      if (skip || (written >= done && (text ? __argand_open_bool() : __argand_any_bool()))) continue;
      int count = __argand_open_int();
      __argand_assume(count >= 0);
      if (size <= -2) *__builtin_va_arg(ap, signed char *) = (signed char)count;
      else if (size == -1) *__builtin_va_arg(ap, short *) = (short)count;
      else if (size == 0) *__builtin_va_arg(ap, int *) = count;
      else if (size == 1) *__builtin_va_arg(ap, long *) = count;
      else *__builtin_va_arg(ap, long long *) = count;
      continue;
    }
    if (skip) continue;
    if (written >= done) return done;
    if ((size > 0 && (kind == 's' || kind == 'c' || kind == '[')) || kind == 'S' || kind == 'C')
      __argand_unsupported_conversion();
    switch (kind) {
    case 'd': case 'i': case 'u': case 'x': case 'X': case 'o':
      if (size <= -2) *__builtin_va_arg(ap, signed char *) = (signed char)scanf_int(text, kind, width);
      else if (size == -1) *__builtin_va_arg(ap, short *) = (short)scanf_int(text, kind, width);
      else if (size == 0) *__builtin_va_arg(ap, int *) = scanf_int(text, kind, width);
      else if (size == 1) *__builtin_va_arg(ap, long *) = (long)scanf_wide(text, kind, width);
      else *__builtin_va_arg(ap, long long *) = scanf_wide(text, kind, width);
      break;
    case 'f': case 'e': case 'g': case 'a': case 'E': case 'G': case 'F': case 'A':
      if (size == 0) *__builtin_va_arg(ap, float *) = text ? __argand_open_float() : __argand_any_float();
      else if (size == 1)
        *__builtin_va_arg(ap, double *) = text ? __argand_open_double() : __argand_any_double();
      else *__builtin_va_arg(ap, long double *) = text ? __argand_open_longdouble() : __argand_any_longdouble();
      break;
    case 'p':
      *__builtin_va_arg(ap, void **) = (void *)(text ? __argand_open_size() : __argand_any_size());
      break;
    case 'c': {
      size_t n = width ? width : 1;
      char *s;
      if (allocate) *__builtin_va_arg(ap, char **) = s = malloc(n);
      else s = __builtin_va_arg(ap, char *);
      if (s == 0 && allocate) break;
      if (text) __argand_open_bytes(s, n);
      else __argand_any_bytes(s, n);
      break;
    }
    case '[': case 's':
      if (allocate) {
        size_t n = __argand_open_size();
        __argand_assume(n >= 2 && n < 2147483647);
        char *s = *__builtin_va_arg(ap, char **) = malloc(n);
        if (s) scanf_text(text, s, n - 1, set);
      } else {
        scanf_text(text, __builtin_va_arg(ap, char *), width, set);
      }
      break;
    default:
      __argand_unsupported_conversion();
    }
    if (*f == 0) break;
    written++;
  }
  if (done > written) done = written;
  return done;
}
/* Whether nobody knows what a stream says next: how far the input was read is not followed. */
static _Bool scanf_open(struct stream_state *s) { return !s || s->pushed >= 0 || s->ended; }
/* What is known of a stream after so many conversions. */
static int scanf_end(struct stream_state *s, _Bool open, int done) {
  if (s && open) s->moved = 1;
  if (s && done < 0) {
    s->failed = __argand_any_bool();
    s->ended = !s->failed;
    if (s->failed) open_errno();
  } else if (s) {
    /* The last thing may have been ended by the end of the input. */
    s->ended = __argand_any_bool();
  }
  return done;
}
static int scanf_file(void *file, const char *f, __builtin_va_list ap) {
  struct stream_state *s = stream_of(file);
  _Bool open = scanf_open(s);
  return scanf_end(s, open, scanf_read(open, f, ap));
}
/* Formats that are plain to see need not be read: the front end calls these for their conversions, one by one. They
   ask for the same inputs in the same order. */
void *__argand_scan_stdin(void) { return stdin; }
_Bool __argand_scan_open(void *file) { return scanf_open(stream_of(file)); }
int __argand_scan_begin(_Bool open, int conversions) {
  int done = open ? __argand_open_int() : __argand_any_int();
  __argand_assume(done >= -1 && done <= conversions);
  return done;
}
void __argand_scan_schar(int done, int number, _Bool open, signed char *p) {
  if (done > number) *p = (signed char)scanf_int(open, 'd', 0);
}
void __argand_scan_short(int done, int number, _Bool open, short *p) {
  if (done > number) *p = (short)scanf_int(open, 'd', 0);
}
void __argand_scan_int(int done, int number, _Bool open, int *p) {
  if (done > number) *p = scanf_int(open, 'd', 0);
}
void __argand_scan_long(int done, int number, _Bool open, long *p) {
  if (done > number) *p = (long)scanf_wide(open, 'd', 0);
}
void __argand_scan_longlong(int done, int number, _Bool open, long long *p) {
  if (done > number) *p = scanf_wide(open, 'd', 0);
}
void __argand_scan_float(int done, int number, _Bool open, float *p) {
  if (done > number) *p = open ? __argand_open_float() : __argand_any_float();
}
void __argand_scan_double(int done, int number, _Bool open, double *p) {
  if (done > number) *p = open ? __argand_open_double() : __argand_any_double();
}
void __argand_scan_longdouble(int done, int number, _Bool open, long double *p) {
  if (done > number) *p = open ? __argand_open_longdouble() : __argand_any_longdouble();
}
void __argand_scan_char(int done, int number, _Bool open, char *p) {
  if (done > number) {
    if (open) __argand_open_bytes(p, 1);
    else __argand_any_bytes(p, 1);
  }
}
void __argand_scan_text(int done, int number, _Bool open, char *p, size_t width) {
  if (done > number) scanf_text(open, p, width, 0);
}
int __argand_scan_end(void *file, _Bool open, int done) { return scanf_end(stream_of(file), open, done); }
int vscanf(const char *f, __builtin_va_list ap) { return scanf_file(stdin, f, ap); }
int __isoc99_vscanf(const char *f, __builtin_va_list ap) { return scanf_file(stdin, f, ap); }
int __isoc23_vscanf(const char *f, __builtin_va_list ap) { return scanf_file(stdin, f, ap); }
int vfscanf(void *file, const char *f, __builtin_va_list ap) { return scanf_file(file, f, ap); }
int __isoc99_vfscanf(void *file, const char *f, __builtin_va_list ap) { return scanf_file(file, f, ap); }
int __isoc23_vfscanf(void *file, const char *f, __builtin_va_list ap) { return scanf_file(file, f, ap); }
int vsscanf(const char *s, const char *f, __builtin_va_list ap) {
  if (sscanf_is_computed(f)) return sscanf_read(s, f, ap);
  while (*s) s++;
  return scanf_read(1, f, ap);
}
int __isoc99_vsscanf(const char *s, const char *f, __builtin_va_list ap) { return vsscanf(s, f, ap); }
int __isoc23_vsscanf(const char *s, const char *f, __builtin_va_list ap) { return vsscanf(s, f, ap); }
int scanf(const char *f, ...) {
  __builtin_va_list ap;
  __builtin_va_start(ap, f);
  int r = scanf_file(stdin, f, ap);
  __builtin_va_end(ap);
  return r;
}
int fscanf(void *file, const char *f, ...) {
  __builtin_va_list ap;
  __builtin_va_start(ap, f);
  int r = scanf_file(file, f, ap);
  __builtin_va_end(ap);
  return r;
}
int sscanf(const char *s, const char *f, ...) {
  __builtin_va_list ap;
  __builtin_va_start(ap, f);
  int r = vsscanf(s, f, ap);
  __builtin_va_end(ap);
  return r;
}
int __isoc99_scanf(const char *f, ...) {
  __builtin_va_list ap;
  __builtin_va_start(ap, f);
  int r = scanf_file(stdin, f, ap);
  __builtin_va_end(ap);
  return r;
}
int __isoc99_fscanf(void *file, const char *f, ...) {
  __builtin_va_list ap;
  __builtin_va_start(ap, f);
  int r = scanf_file(file, f, ap);
  __builtin_va_end(ap);
  return r;
}
int __isoc99_sscanf(const char *s, const char *f, ...) {
  __builtin_va_list ap;
  __builtin_va_start(ap, f);
  int r = vsscanf(s, f, ap);
  __builtin_va_end(ap);
  return r;
}
int __isoc23_scanf(const char *f, ...) {
  __builtin_va_list ap;
  __builtin_va_start(ap, f);
  int r = scanf_file(stdin, f, ap);
  __builtin_va_end(ap);
  return r;
}
int __isoc23_fscanf(void *file, const char *f, ...) {
  __builtin_va_list ap;
  __builtin_va_start(ap, f);
  int r = scanf_file(file, f, ap);
  __builtin_va_end(ap);
  return r;
}
int __isoc23_sscanf(const char *s, const char *f, ...) {
  __builtin_va_list ap;
  __builtin_va_start(ap, f);
  int r = vsscanf(s, f, ap);
  __builtin_va_end(ap);
  return r;
}
