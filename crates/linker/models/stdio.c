/* Files. What is read is an input; a file is a pointer that means nothing but that it is not null. Of one stream it
   is known whether a character was pushed back, whether its end was met and whether reading failed; of all others this
   is left open. Whether writing failed is never known. */

//= - stream_of stream_byte stream_first
struct stream_state { void *file; int pushed; _Bool used, ended, failed, moved; };
static struct stream_state stream_first = {0, -1, 0, 0, 0, 0};
/* The state of a stream, or null where nothing is known of it. */
static struct stream_state *stream_of(void *file) {
  if (!stream_first.used) {
    stream_first.used = 1;
    stream_first.file = file;
  }
  return stream_first.file == file && !stream_first.moved ? &stream_first : 0;
}
/* The next byte of a stream, or -1. */
static int stream_byte(void *file) {
  struct stream_state *s = stream_of(file);
  if (s == 0) {
    int open = __argand_open_int();
    __argand_assume(open >= -1 && open <= 255);
    return open;
  }
  if (s->pushed >= 0) {
    int c = s->pushed;
    s->pushed = -1;
    return c;
  }
  if (s->ended) return -1;
  int c = __argand_any_int();
  __argand_assume(c >= -1 && c <= 255);
  if (c < 0) {
    s->failed = __argand_any_bool();
    s->ended = !s->failed;
    if (s->failed) open_errno();
  }
  return c;
}

//= - stream_bytes stream_ends
/* Bytes that a stream gives, as many as are asked for; whether they are inputs or not known. */
static void stream_bytes(void *file, void *p, size_t n) {
  struct stream_state *s = stream_of(file);
  if (n == 0) return;
  if (s && s->pushed < 0 && !s->ended) {
    __argand_any_bytes(p, n);
  } else {
    __argand_open_bytes(p, n);
    stream_first.moved = 1;
  }
}
/* Whether a stream is at its end or cannot be read. */
static _Bool stream_ends(void *file) {
  struct stream_state *s = stream_of(file);
  if (s == 0) return __argand_open_bool();
  if (s->pushed >= 0) return 0;
  if (s->ended) return 1;
  if (!__argand_any_bool()) return 0;
  s->failed = __argand_any_bool();
  s->ended = !s->failed;
  if (s->failed) open_errno();
  return 1;
}

//= getchar getchar_unlocked
extern struct _IO_FILE *stdin;
int getchar(void) { return stream_byte(stdin); }
int getchar_unlocked(void) { return stream_byte(stdin); }

//= fgetc getc _IO_getc getc_unlocked fgetc_unlocked
int fgetc(void *file) { return stream_byte(file); }
int getc(void *file) { return stream_byte(file); }
int _IO_getc(void *file) { return stream_byte(file); }
int getc_unlocked(void *file) { return stream_byte(file); }
int fgetc_unlocked(void *file) { return stream_byte(file); }

//= ungetc
/* One character can always be pushed back. */
int ungetc(int c, void *file) {
  if (c == -1) return -1;
  struct stream_state *s = stream_of(file);
  if (s == 0 || s->pushed >= 0) {
    stream_first.moved = 1;
    return __argand_open_bool() ? (unsigned char)c : -1;
  }
  s->pushed = (unsigned char)c;
  s->ended = 0;
  return s->pushed;
}

//= fgets fgets_unlocked __fgets_chk
/* A line that fits, its newline included, or the first part of a longer one. */
char *fgets(char *s, int n, void *file) {
  if (n <= 0) return 0;
  if (n == 1) {
    s[0] = 0;
    return s;
  }
  if (stream_ends(file)) {
    /* An error may come after some bytes. */
    struct stream_state *state = stream_of(file);
    size_t part = __argand_open_size();
    if ((state == 0 || state->failed) && part < (size_t)n) __argand_open_bytes(s, part);
    return 0;
  }
  int length = __argand_any_int();
  __argand_assume(length >= 1 && length < n);
  stream_bytes(file, s, length);
  for (int i = 0; i + 1 < length; i++) __argand_assume(s[i] != '\n');
  if (length + 1 < n && s[length - 1] != '\n') {
    struct stream_state *state = stream_of(file);
    if (state) state->ended = 1;
  }
  s[length] = 0;
  return s;
}
char *fgets_unlocked(char *s, int n, void *file) { return fgets(s, n, file); }
char *__fgets_chk(char *s, size_t room, int n, void *file) { return fgets(s, n, file); }

//= gets __gets_chk
/* Any number of characters: there is no bound that the caller could have known. */
extern struct _IO_FILE *stdin;
char *gets(char *s) {
  int c = stream_byte(stdin);
  if (c < 0) return 0;
  size_t length = 0;
  for (; c >= 0 && c != '\n'; c = stream_byte(stdin)) s[length++] = (char)c;
  struct stream_state *state = stream_of(stdin);
  if (c < 0 && (state ? state->failed : __argand_open_bool())) return 0;
  s[length] = 0;
  return s;
}
char *__gets_chk(char *s, size_t room) { return gets(s); }

//= getline getdelim __getdelim
void *malloc(size_t);
void *realloc(void *, size_t);
ptrdiff_t getdelim(char **line, size_t *room, int delimiter, void *file) {
  if (line == 0 || room == 0) {
    set_errno(22);
    return -1;
  }
  if (*line == 0) {
    *line = malloc(120);
    if (*line == 0) return -1;
    *room = 120;
  }
  if (stream_ends(file)) return -1;
  size_t length = __argand_any_size();
  __argand_assume(length >= 1 && length < 2147483647);
  if (length >= *room) {
    size_t more = __argand_any_size();
    __argand_assume(more > length && more - length <= length + 120);
    char *longer = realloc(*line, more);
    if (longer == 0) return -1;
    *line = longer;
    *room = more;
  }
  char *s = *line;
  stream_bytes(file, s, length);
  for (size_t i = 0; i + 1 < length; i++) __argand_assume((unsigned char)s[i] != delimiter);
  if ((unsigned char)s[length - 1] != delimiter) {
    struct stream_state *state = stream_of(file);
    if (state) state->ended = 1;
  }
  s[length] = 0;
  return (ptrdiff_t)length;
}
ptrdiff_t __getdelim(char **line, size_t *room, int delimiter, void *file) {
  return getdelim(line, room, delimiter, file);
}
ptrdiff_t getline(char **line, size_t *room, void *file) { return getdelim(line, room, '\n', file); }

//= fread fread_unlocked __fread_chk
/* Whole members, and perhaps the first bytes of one more. */
size_t fread(void *p, size_t size, size_t n, void *file) {
  if (size == 0 || n == 0) return 0;
  size_t bytes = __argand_any_size();
  __argand_assume(bytes <= size * n);
  stream_bytes(file, p, bytes);
  if (bytes < size * n) {
    struct stream_state *state = stream_of(file);
    if (state) {
      state->failed = __argand_any_bool();
      state->ended = !state->failed;
      if (state->failed) open_errno();
    }
  }
  return bytes / size;
}
size_t fread_unlocked(void *p, size_t size, size_t n, void *file) { return fread(p, size, n, file); }
size_t __fread_chk(void *p, size_t room, size_t size, size_t n, void *file) { return fread(p, size, n, file); }

//= fwrite fwrite_unlocked
int fputc(int, void *);
size_t fwrite(const void *p, size_t size, size_t n, void *file) {
  const char *bytes = p;
  for (size_t i = 0; i < size * n; i++) fputc(bytes[i], file);
  size_t count = __argand_any_size();
  __argand_assume(count <= n && (size != 0 || count == 0));
  if (count < n) open_errno();
  return count;
}
size_t fwrite_unlocked(const void *p, size_t size, size_t n, void *file) { return fwrite(p, size, n, file); }

//= fopen fopen64 fdopen freopen tmpfile popen fmemopen
/* Which of the streams it is says nothing, but two that are opened one after the other differ. */
static char fopen_files[64];
static void *fopen_any(void) {
  static char *latest;
  if (__argand_any_bool()) {
    open_errno();
    return 0;
  }
  unsigned which = __argand_open_uint();
  if (which >= sizeof fopen_files) which = 0;
  if (fopen_files + which == latest) which = which == 0;
  latest = fopen_files + which;
  return latest;
}
void *fopen(const char *path, const char *mode) {
  while (*path) path++;
  while (*mode) mode++;
  return fopen_any();
}
void *fopen64(const char *path, const char *mode) { return fopen(path, mode); }
void *fdopen(int fd, const char *mode) { return fopen("", mode); }
void *freopen(const char *path, const char *mode, void *file) {
  stream_first.moved = 1;
  if (__argand_any_bool()) {
    open_errno();
    return 0;
  }
  return file;
}
void *tmpfile(void) { return fopen_any(); }
void *popen(const char *command, const char *mode) { return fopen(command, mode); }
void *fmemopen(void *p, size_t n, const char *mode) {
  void __argand_unsupported_buffer(void);
  __argand_unsupported_buffer();
  return fopen_any();
}

//= fflush fflush_unlocked
int fflush(void *file) {
  if (__argand_any_bool()) return 0;
  open_errno();
  return -1;
}
int fflush_unlocked(void *file) { return fflush(file); }

//= fclose pclose
/* What is opened next may be at the place of what was closed. */
int fclose(void *file) {
  stream_first.moved = 1;
  if (__argand_any_bool()) return 0;
  open_errno();
  return -1;
}
int pclose(void *file) {
  int status = __argand_any_int();
  __argand_assume(status >= -1 && status <= 65535);
  return status;
}

//= feof ferror feof_unlocked ferror_unlocked
int feof(void *file) {
  struct stream_state *s = stream_of(file);
  return s ? s->ended : __argand_open_int();
}
int ferror(void *file) {
  struct stream_state *s = stream_of(file);
  return s && s->failed ? 1 : __argand_open_int();
}
int feof_unlocked(void *file) { return feof(file); }
int ferror_unlocked(void *file) { return ferror(file); }

//= clearerr clearerr_unlocked
void clearerr(void *file) {
  struct stream_state *s = stream_of(file);
  if (s) s->ended = s->failed = 0;
}
void clearerr_unlocked(void *file) { clearerr(file); }

//= rewind fseek fseeko fseeko64 fsetpos
/* What is read again is what was read before, which is not kept. */
void rewind(void *file) { stream_first.moved = 1; }
int fseek(void *file, long offset, int whence) {
  stream_first.moved = 1;
  if (__argand_any_bool()) return 0;
  open_errno();
  return -1;
}
int fseeko(void *file, long offset, int whence) { return fseek(file, offset, whence); }
int fseeko64(void *file, long long offset, int whence) { return fseek(file, 0, whence); }
int fsetpos(void *file, const void *position) { return fseek(file, 0, 0); }

//= fgetpos
int fgetpos(void *file, void *position) {
  if (__argand_any_bool()) {
    open_errno();
    return -1;
  }
  __argand_open_bytes(position, sizeof(long) == 8 ? 16 : 12);
  return 0;
}

//= ftell ftello ftello64
long ftell(void *file) {
  long at = __argand_open_long();
  __argand_assume(at >= -1);
  if (at < 0) open_errno();
  return at;
}
long ftello(void *file) { return ftell(file); }
long long ftello64(void *file) { return ftell(file); }

//= fileno fileno_unlocked
int fileno(void *file) {
  int fd = __argand_open_int();
  __argand_assume(fd >= -1 && fd < 1048576);
  if (fd < 0) open_errno();
  return fd;
}
int fileno_unlocked(void *file) { return fileno(file); }

//= setbuf setvbuf setbuffer setlinebuf
/* What is in a buffer that a stream got is indeterminate until the stream is closed. */
void __argand_unsupported_buffer(void);
void setbuf(void *file, char *buffer) {
  if (buffer) __argand_unsupported_buffer();
}
int setvbuf(void *file, char *buffer, int mode, size_t n) {
  if (buffer) __argand_unsupported_buffer();
  return __argand_open_bool() ? -1 : 0;
}
void setbuffer(void *file, char *buffer, size_t n) {
  if (buffer) __argand_unsupported_buffer();
}
void setlinebuf(void *file) {}

//= flockfile funlockfile ftrylockfile
void flockfile(void *file) {}
void funlockfile(void *file) {}
int ftrylockfile(void *file) { return 0; }

//= perror
void perror(const char *s) {
  if (s)
    while (*s) s++;
}

//= tmpnam
static char tmpnam_text[20];
char *tmpnam(char *s) {
  if (__argand_open_bool()) return 0;
  if (s == 0) s = tmpnam_text;
  open_text(s, 20);
  return s;
}

//= mkstemp mkdtemp
/* The six characters at the end, which must be X, are replaced. */
static _Bool mkstemp_name(char *template) {
  size_t n = 0, marks = 0;
  for (; template[n]; n++) marks = template[n] == 'X' ? marks + 1 : 0;
  if (marks < 6) {
    set_errno(22);
    return 0;
  }
  __argand_any_bytes(template + n - 6, 6);
  for (size_t i = n - 6; i < n; i++) __argand_assume((template[i] != 0) & (template[i] != '/'));
  return 1;
}
int mkstemp(char *template) { return mkstemp_name(template) ? any_descriptor() : -1; }
char *mkdtemp(char *template) { return mkstemp_name(template) && any_status() == 0 ? template : 0; }

//= asprintf vasprintf __asprintf_chk __vasprintf_chk
/* Memory for any text; what it says is left open. */
void *malloc(size_t);
void free(void *);
int vsnprintf(char *, size_t, const char *, __builtin_va_list);
int vasprintf(char **result, const char *format, __builtin_va_list list) {
  __builtin_va_list copy;
  __builtin_va_copy(copy, list);
  int length = vsnprintf(0, 0, format, copy);
  __builtin_va_end(copy);
  if (length < 0) return -1;
  char *text = malloc((size_t)length + 1);
  if (text == 0) return -1;
  vsnprintf(text, (size_t)length + 1, format, list);
  *result = text;
  return length;
}
int asprintf(char **result, const char *format, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, format);
  int length = vasprintf(result, format, list);
  __builtin_va_end(list);
  return length;
}
int __vasprintf_chk(char **result, int flag, const char *format, __builtin_va_list list) {
  return vasprintf(result, format, list);
}
int __asprintf_chk(char **result, int flag, const char *format, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, format);
  int length = vasprintf(result, format, list);
  __builtin_va_end(list);
  return length;
}

//= dprintf vdprintf
int vsnprintf(char *, size_t, const char *, __builtin_va_list);
int vdprintf(int fd, const char *format, __builtin_va_list list) {
  int length = vsnprintf(0, 0, format, list);
  if (__argand_any_bool()) return length;
  open_errno();
  return -1;
}
int dprintf(int fd, const char *format, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, format);
  int length = vdprintf(fd, format, list);
  __builtin_va_end(list);
  return length;
}

//= __printf_chk __vprintf_chk
int vprintf(const char *, __builtin_va_list);
int __printf_chk(int flag, const char *f, ...) {
  __builtin_va_list ap;
  __builtin_va_start(ap, f);
  int r = vprintf(f, ap);
  __builtin_va_end(ap);
  return r;
}
int __vprintf_chk(int flag, const char *f, __builtin_va_list ap) { return vprintf(f, ap); }

//= __fprintf_chk __vfprintf_chk
int vfprintf(void *, const char *, __builtin_va_list);
int __fprintf_chk(void *file, int flag, const char *f, ...) {
  __builtin_va_list ap;
  __builtin_va_start(ap, f);
  int r = vfprintf(file, f, ap);
  __builtin_va_end(ap);
  return r;
}
int __vfprintf_chk(void *file, int flag, const char *f, __builtin_va_list ap) { return vfprintf(file, f, ap); }

//= __sprintf_chk __vsprintf_chk
int vsprintf(char *, const char *, __builtin_va_list);
int __sprintf_chk(char *s, int flag, size_t room, const char *f, ...) {
  __builtin_va_list ap;
  __builtin_va_start(ap, f);
  int r = vsprintf(s, f, ap);
  __builtin_va_end(ap);
  return r;
}
int __vsprintf_chk(char *s, int flag, size_t room, const char *f, __builtin_va_list ap) {
  return vsprintf(s, f, ap);
}

//= __snprintf_chk __vsnprintf_chk
int vsnprintf(char *, size_t, const char *, __builtin_va_list);
int __snprintf_chk(char *s, size_t n, int flag, size_t room, const char *f, ...) {
  __builtin_va_list ap;
  __builtin_va_start(ap, f);
  int r = vsnprintf(s, n, f, ap);
  __builtin_va_end(ap);
  return r;
}
int __vsnprintf_chk(char *s, size_t n, int flag, size_t room, const char *f, __builtin_va_list ap) {
  return vsnprintf(s, n, f, ap);
}
