/* Directories, paths, the environment. */

//= - opendir_streams
static char opendir_streams[64];

//= opendir fdopendir
void *opendir(const char *path) {
  while (*path) path++;
  static char *latest;
  if (any_status() < 0) return 0;
  unsigned which = __argand_open_uint();
  if (which >= sizeof opendir_streams) which = 0;
  if (opendir_streams + which == latest) which = which == 0;
  latest = opendir_streams + which;
  return latest;
}
void *fdopendir(int fd) { return opendir(""); }

//= closedir rewinddir dirfd
int closedir(void *d) { return any_status(); }
void rewinddir(void *d) {}
int dirfd(void *d) { return any_descriptor(); }

//= readdir
/* Each stream has one entry, which its next call overwrites, as it may. */
struct argand_dirent {
  unsigned long d_ino;
  long d_off;
  unsigned short d_reclen;
  unsigned char d_type;
  char d_name[256];
};
static struct argand_dirent readdir_entries[sizeof opendir_streams];
void *readdir(void *d) {
  if (__argand_any_bool()) return 0;
  struct argand_dirent *e = &readdir_entries[(char *)d - opendir_streams];
  e->d_ino = __argand_open_ulong();
  e->d_off = __argand_open_long();
  e->d_reclen = (unsigned short)__argand_open_uint();
  e->d_type = (unsigned char)__argand_open_uint();
  __argand_assume(any_text(e->d_name, sizeof e->d_name) > 0);
  return e;
}

//= readdir64
struct argand_dirent64 {
  unsigned long long d_ino;
  long long d_off;
  unsigned short d_reclen;
  unsigned char d_type;
  char d_name[256];
};
static struct argand_dirent64 readdir64_entries[sizeof opendir_streams];
void *readdir64(void *d) {
  if (__argand_any_bool()) return 0;
  struct argand_dirent64 *e = &readdir64_entries[(char *)d - opendir_streams];
  e->d_ino = (unsigned long long)__argand_open_longlong();
  e->d_off = __argand_open_longlong();
  e->d_reclen = (unsigned short)__argand_open_uint();
  e->d_type = (unsigned char)__argand_open_uint();
  __argand_assume(any_text(e->d_name, sizeof e->d_name) > 0);
  return e;
}

//= basename __xpg_basename
/* The version of GNU returns the part after the last slash; that of POSIX may also cut slashes off and returns "."
   for nothing. */
char *basename(const char *path) {
  const char *last = path;
  for (const char *p = path; *p; p++)
    if (*p == '/') last = p + 1;
  return (char *)last;
}
static char basename_dot[] = ".";
char *__xpg_basename(char *path) {
  if (path == 0 || *path == 0) {
    basename_dot[0] = '.';
    return basename_dot;
  }
  size_t n = 0;
  while (path[n]) n++;
  while (n > 1 && path[n - 1] == '/') path[--n] = 0;
  if (n == 1) return path;
  while (n > 0 && path[n - 1] != '/') n--;
  return path + n;
}

//= dirname
static char dirname_dot[] = ".";
char *dirname(char *path) {
  dirname_dot[0] = '.';
  if (path == 0 || *path == 0) return dirname_dot;
  size_t n = 0;
  while (path[n]) n++;
  while (n > 1 && path[n - 1] == '/') n--;
  while (n > 0 && path[n - 1] != '/') n--;
  if (n == 0) return dirname_dot;
  while (n > 1 && path[n - 1] == '/') n--;
  if (n == 1 && path[1] == '/' && path[2] != '/' && path[2] != 0) n = __argand_open_bool() ? 1 : 2;
  path[n] = 0;
  return path;
}

//= realpath
void *malloc(size_t);
char *realpath(const char *path, char *s) {
  while (*path) path++;
  if (any_status() < 0) return 0;
  if (s == 0) {
    s = malloc(4096);
    if (s == 0) return 0;
  }
  any_text(s, 4096);
  return s;
}

//= getenv secure_getenv
/* Linux allows a variable 131,072 bytes with its name and terminator. Whether a later call asks for the same variable
   again is not looked at, so of its text nothing is known. */
void __argand_unsupported_environment(void);
static char getenv_first[131072], getenv_second[131072];
static int getenv_calls;
char *getenv(const char *name) {
  int is_name = 1;
  for (; *name; name++)
    if (*name == '=') is_name = 0;
  if (!is_name) return 0;
  if (getenv_calls == 0) {
    getenv_calls = 1;
    if (__argand_any_bool()) return 0;
    any_text(getenv_first, sizeof getenv_first);
    return getenv_first;
  }
  if (getenv_calls > 1) __argand_unsupported_environment();
  getenv_calls = 2;
  if (__argand_open_bool()) return 0;
  if (__argand_open_bool()) return getenv_first;
  __argand_open_bytes(getenv_second, sizeof getenv_second);
  getenv_second[sizeof getenv_second - 1] = 0;
  return getenv_second;
}
char *secure_getenv(const char *name) { return getenv(name); }

//= setlocale
static char setlocale_text[64];
char *setlocale(int category, const char *name) {
  if (name)
    while (*name) name++;
  if (name && __argand_open_bool()) return 0;
  open_text(setlocale_text, sizeof setlocale_text);
  return setlocale_text;
}

//= localeconv
static char localeconv_text[8];
static long localeconv_values[12];
void *localeconv(void) {
  char **texts = (char **)localeconv_values;
  __argand_open_bytes(localeconv_values, sizeof localeconv_values);
  __argand_open_bytes(localeconv_text, sizeof localeconv_text);
  localeconv_text[sizeof localeconv_text - 1] = 0;
  for (int i = 0; i < 10; i++) texts[i] = localeconv_text;
  return localeconv_values;
}
