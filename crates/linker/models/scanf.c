/* Formatted input. Conversions write what they name: a value of the type, text within its width and of its set. What
   comes from a stream is an input; what is read out of a text is left open. */

//= scanf __isoc99_scanf __isoc23_scanf vscanf __isoc99_vscanf __isoc23_vscanf fscanf __isoc99_fscanf __isoc23_fscanf vfscanf __isoc99_vfscanf __isoc23_vfscanf sscanf __isoc99_sscanf __isoc23_sscanf vsscanf __isoc99_vsscanf __isoc23_vsscanf __argand_scan_stdin __argand_scan_open __argand_scan_begin __argand_scan_schar __argand_scan_short __argand_scan_int __argand_scan_long __argand_scan_longlong __argand_scan_float __argand_scan_double __argand_scan_longdouble __argand_scan_char __argand_scan_text __argand_scan_end
extern struct _IO_FILE *stdin;
void *malloc(size_t);
void __argand_unsupported_conversion(void);
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
