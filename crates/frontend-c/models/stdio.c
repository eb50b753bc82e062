/* Input returns anything it can return; output was written already. Files are opened to a pointer that
   means nothing but that it is not null. */

//= getchar getchar_unlocked
int getchar(void) {
  int c = __argand_any_int();
  __argand_assume(c >= -1 && c <= 255);
  return c;
}
int getchar_unlocked(void) { return getchar(); }

//= fgetc getc _IO_getc getc_unlocked
int fgetc(void *file) {
  int c = __argand_any_int();
  __argand_assume(c >= -1 && c <= 255);
  return c;
}
int getc(void *file) { return fgetc(file); }
int _IO_getc(void *file) { return fgetc(file); }
int getc_unlocked(void *file) { return fgetc(file); }

//= ungetc
int ungetc(int c, void *file) { return __argand_any_bool() ? c : -1; }

//= fgets
char *fgets(char *s, int n, void *file) {
  if (n <= 0 || __argand_any_bool()) return 0;
  int length = __argand_any_int();
  __argand_assume(length >= 0 && length < n);
  __argand_any_bytes(s, length);
  s[length] = 0;
  return s;
}

//= gets
/* Any number of characters: there is no bound that the caller could have known. */
char *gets(char *s) {
  if (__argand_any_bool()) return 0;
  size_t length = __argand_any_size();
  for (size_t i = 0; i < length; i++) s[i] = __argand_any_char();
  s[length] = 0;
  return s;
}

//= fread
size_t fread(void *p, size_t size, size_t n, void *file) {
  size_t count = __argand_any_size();
  __argand_assume(count <= n);
  __argand_any_bytes(p, size * count);
  return count;
}

//= fwrite
int fputc(int, void *);
size_t fwrite(const void *p, size_t size, size_t n, void *file) {
  const char *bytes = p;
  for (size_t i = 0; i < size * n; i++) fputc(bytes[i], file);
  size_t count = __argand_any_size();
  __argand_assume(count <= n);
  return count;
}

//= perror
void perror(const char *s) {
  if (s)
    while (*s) s++;
}

//= fflush fclose
int fflush(void *file) { return __argand_any_bool() ? 0 : -1; }
int fclose(void *file) { return __argand_any_bool() ? 0 : -1; }

//= feof ferror
int feof(void *file) { return __argand_any_int(); }
int ferror(void *file) { return __argand_any_int(); }

//= clearerr rewind setbuf
void clearerr(void *file) {}
void rewind(void *file) {}
void setbuf(void *file, char *buffer) {}

//= __isoc99_scanf scanf __isoc99_fscanf fscanf __isoc99_sscanf sscanf
/* Conversions write what they name: any value of the type, any string within its width. */
typedef __builtin_va_list va_list;
static int scanf_digits(const char **f, size_t *width) {
  int any = 0;
  *width = 0;
  while (**f >= '0' && **f <= '9') {
    *width = *width * 10 + (size_t)(*(*f)++ - '0');
    any = 1;
  }
  return any;
}
static int scanf_any(const char *f, va_list ap) {
  int done = __argand_any_int();
  int written = 0;
  __argand_assume(done >= -1);
  for (; *f; f++) {
    if (*f != '%') continue;
    f++;
    if (*f == '%') continue;
    if (written >= done) return done;
    int skip = 0, size = 0;
    size_t width;
    if (*f == '*') skip = 1, f++;
    int bounded = scanf_digits(&f, &width);
    while (*f == 'h' || *f == 'l' || *f == 'L' || *f == 'j' || *f == 'z' || *f == 't' || *f == 'q') {
      if (*f == 'h') size--;
      else if (*f == 'l') size++;
      else if (*f == 'L') size += 4;
      else if (*f == 'j' || *f == 'q') size += 2;
      else size += sizeof(size_t) == sizeof(long) ? 1 : 0;
      f++;
    }
    if (skip) continue;
    switch (*f) {
    case 'd': case 'i': case 'u': case 'x': case 'X': case 'o': case 'n':
      if (size <= -2) *__builtin_va_arg(ap, char *) = (char)__argand_any_int();
      else if (size == -1) *__builtin_va_arg(ap, short *) = (short)__argand_any_int();
      else if (size == 0) *__builtin_va_arg(ap, int *) = __argand_any_int();
      else if (size == 1) *__builtin_va_arg(ap, long *) = __argand_any_long();
      else *__builtin_va_arg(ap, long long *) = __argand_any_longlong();
      break;
    case 'f': case 'e': case 'g': case 'a': case 'E': case 'G': case 'F': case 'A':
      if (size == 0) *__builtin_va_arg(ap, float *) = __argand_any_float();
      else if (size == 1) *__builtin_va_arg(ap, double *) = __argand_any_double();
      else *__builtin_va_arg(ap, long double *) = __argand_any_longdouble();
      break;
    case 'p':
      *__builtin_va_arg(ap, void **) = (void *)__argand_any_size();
      break;
    case 'c': {
      char *s = __builtin_va_arg(ap, char *);
      __argand_any_bytes(s, bounded ? width : 1);
      break;
    }
    case '[':
      f++;
      if (*f == '^') f++;
      if (*f == ']') f++;
      while (*f && *f != ']') f++;
    case 's': {
      char *s = __builtin_va_arg(ap, char *);
      size_t length = __argand_any_size();
      __argand_assume(length >= 1);
      if (bounded) __argand_assume(length <= width);
      for (size_t i = 0; i < length; i++) s[i] = __argand_any_char();
      s[length] = 0;
      break;
    }
    }
    if (*f == 0) break;
    written++;
  }
  if (done > written) done = written;
  return done;
}
int scanf(const char *f, ...) {
  va_list ap;
  __builtin_va_start(ap, f);
  int r = scanf_any(f, ap);
  __builtin_va_end(ap);
  return r;
}
int __isoc99_scanf(const char *f, ...) {
  va_list ap;
  __builtin_va_start(ap, f);
  int r = scanf_any(f, ap);
  __builtin_va_end(ap);
  return r;
}
int fscanf(void *file, const char *f, ...) {
  va_list ap;
  __builtin_va_start(ap, f);
  int r = scanf_any(f, ap);
  __builtin_va_end(ap);
  return r;
}
int __isoc99_fscanf(void *file, const char *f, ...) {
  va_list ap;
  __builtin_va_start(ap, f);
  int r = scanf_any(f, ap);
  __builtin_va_end(ap);
  return r;
}
int sscanf(const char *s, const char *f, ...) {
  va_list ap;
  while (*s) s++;
  __builtin_va_start(ap, f);
  int r = scanf_any(f, ap);
  __builtin_va_end(ap);
  return r;
}
int __isoc99_sscanf(const char *s, const char *f, ...) {
  va_list ap;
  while (*s) s++;
  __builtin_va_start(ap, f);
  int r = scanf_any(f, ap);
  __builtin_va_end(ap);
  return r;
}

//= __printf_chk
int vprintf(const char *, __builtin_va_list);
int __printf_chk(int flag, const char *f, ...) {
  __builtin_va_list ap;
  __builtin_va_start(ap, f);
  int r = vprintf(f, ap);
  __builtin_va_end(ap);
  return r;
}

//= __fprintf_chk
int vfprintf(void *, const char *, __builtin_va_list);
int __fprintf_chk(void *file, int flag, const char *f, ...) {
  __builtin_va_list ap;
  __builtin_va_start(ap, f);
  int r = vfprintf(file, f, ap);
  __builtin_va_end(ap);
  return r;
}

//= __sprintf_chk
int vsprintf(char *, const char *, __builtin_va_list);
int __sprintf_chk(char *s, int flag, size_t room, const char *f, ...) {
  __builtin_va_list ap;
  __builtin_va_start(ap, f);
  int r = vsprintf(s, f, ap);
  __builtin_va_end(ap);
  return r;
}

//= __snprintf_chk
int vsnprintf(char *, size_t, const char *, __builtin_va_list);
int __snprintf_chk(char *s, size_t n, int flag, size_t room, const char *f, ...) {
  __builtin_va_list ap;
  __builtin_va_start(ap, f);
  int r = vsnprintf(s, n, f, ap);
  __builtin_va_end(ap);
  return r;
}
