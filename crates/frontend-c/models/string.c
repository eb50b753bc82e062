/* Strings. Every read and write the library would do is done here too, so that a missing terminator or a
   short buffer is found. */

//= strlen
size_t strlen(const char *s) {
  size_t n = 0;
  while (s[n]) n++;
  return n;
}

//= strnlen
size_t strnlen(const char *s, size_t max) {
  size_t n = 0;
  while (n < max && s[n]) n++;
  return n;
}

//= strcpy __strcpy_chk
char *strcpy(char *d, const char *s) {
  size_t i = 0;
  while ((d[i] = s[i])) i++;
  return d;
}
char *__strcpy_chk(char *d, const char *s, size_t room) { return strcpy(d, s); }

//= stpcpy
char *stpcpy(char *d, const char *s) {
  while ((*d = *s)) d++, s++;
  return d;
}

//= strncpy __strncpy_chk
char *strncpy(char *d, const char *s, size_t n) {
  size_t i = 0;
  for (; i < n && s[i]; i++) d[i] = s[i];
  for (; i < n; i++) d[i] = 0;
  return d;
}
char *__strncpy_chk(char *d, const char *s, size_t n, size_t room) { return strncpy(d, s, n); }

//= stpncpy
char *stpncpy(char *d, const char *s, size_t n) {
  size_t i = 0;
  for (; i < n && s[i]; i++) d[i] = s[i];
  char *end = d + i;
  for (; i < n; i++) d[i] = 0;
  return end;
}

//= strlcpy
size_t strlcpy(char *d, const char *s, size_t n) {
  size_t i = 0;
  for (; i + 1 < n && s[i]; i++) d[i] = s[i];
  if (n > 0) d[i] = 0;
  while (s[i]) i++;
  return i;
}

//= strcat __strcat_chk
char *strcat(char *d, const char *s) {
  char *p = d;
  while (*p) p++;
  while ((*p = *s)) p++, s++;
  return d;
}
char *__strcat_chk(char *d, const char *s, size_t room) { return strcat(d, s); }

//= strncat __strncat_chk
char *strncat(char *d, const char *s, size_t n) {
  char *p = d;
  while (*p) p++;
  size_t i = 0;
  for (; i < n && s[i]; i++) p[i] = s[i];
  p[i] = 0;
  return d;
}
char *__strncat_chk(char *d, const char *s, size_t n, size_t room) { return strncat(d, s, n); }

//= strcmp strcoll
int strcmp(const char *a, const char *b) {
  while (*a && *a == *b) a++, b++;
  unsigned char p = *a, q = *b;
  return p < q ? -1 : p > q;
}
int strcoll(const char *a, const char *b) { return strcmp(a, b); }

//= strncmp
int strncmp(const char *a, const char *b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    unsigned char p = a[i], q = b[i];
    if (p != q) return p < q ? -1 : 1;
    if (p == 0) return 0;
  }
  return 0;
}

//= strcasecmp
static int strcasecmp_lower(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }
int strcasecmp(const char *a, const char *b) {
  for (;; a++, b++) {
    int p = strcasecmp_lower((unsigned char)*a), q = strcasecmp_lower((unsigned char)*b);
    if (p != q || p == 0) return p - q;
  }
}

//= strncasecmp
static int strncasecmp_lower(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }
int strncasecmp(const char *a, const char *b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    int p = strncasecmp_lower((unsigned char)a[i]), q = strncasecmp_lower((unsigned char)b[i]);
    if (p != q || p == 0) return p - q;
  }
  return 0;
}

//= strchr index
char *strchr(const char *s, int c) {
  for (;; s++) {
    if (*s == (char)c) return (char *)s;
    if (*s == 0) return 0;
  }
}
char *index(const char *s, int c) { return strchr(s, c); }

//= strchrnul
char *strchrnul(const char *s, int c) {
  while (*s && *s != (char)c) s++;
  return (char *)s;
}

//= strrchr rindex
char *strrchr(const char *s, int c) {
  const char *found = 0;
  for (;; s++) {
    if (*s == (char)c) found = s;
    if (*s == 0) return (char *)found;
  }
}
char *rindex(const char *s, int c) { return strrchr(s, c); }

//= strstr
char *strstr(const char *h, const char *n) {
  for (;; h++) {
    size_t i = 0;
    while (n[i] && h[i] == n[i]) i++;
    if (n[i] == 0) return (char *)h;
    if (*h == 0) return 0;
  }
}

//= strspn
size_t strspn(const char *s, const char *accept) {
  size_t n = 0;
  for (; s[n]; n++) {
    const char *a = accept;
    while (*a && *a != s[n]) a++;
    if (*a == 0) return n;
  }
  return n;
}

//= strcspn
size_t strcspn(const char *s, const char *reject) {
  size_t n = 0;
  for (; s[n]; n++)
    for (const char *r = reject; *r; r++)
      if (*r == s[n]) return n;
  return n;
}

//= strpbrk
char *strpbrk(const char *s, const char *accept) {
  for (; *s; s++)
    for (const char *a = accept; *a; a++)
      if (*a == *s) return (char *)s;
  return 0;
}

//= strsep
char *strsep(char **at, const char *delimiters) {
  char *start = *at;
  if (start == 0) return 0;
  for (char *p = start; *p; p++)
    for (const char *d = delimiters; *d; d++)
      if (*d == *p) {
        *p = 0;
        *at = p + 1;
        return start;
      }
  *at = 0;
  return start;
}

//= strtok_r __strtok_r
static int strtok_r_in(char c, const char *set) {
  while (*set && *set != c) set++;
  return *set != 0;
}
char *strtok_r(char *s, const char *delimiters, char **rest) {
  if (s == 0) s = *rest;
  if (s == 0) return 0;
  while (*s && strtok_r_in(*s, delimiters)) s++;
  if (*s == 0) {
    *rest = s;
    return 0;
  }
  char *start = s;
  while (*s && !strtok_r_in(*s, delimiters)) s++;
  if (*s) *s++ = 0;
  *rest = s;
  return start;
}
char *__strtok_r(char *s, const char *delimiters, char **rest) { return strtok_r(s, delimiters, rest); }

//= strtok
char *strtok_r(char *, const char *, char **);
static char *strtok_rest;
char *strtok(char *s, const char *delimiters) { return strtok_r(s, delimiters, &strtok_rest); }

//= strdup __strdup
void *malloc(size_t);
size_t strlen(const char *);
char *strdup(const char *s) {
  size_t n = strlen(s) + 1;
  char *d = malloc(n);
  if (d == 0) return 0;
  __builtin_memcpy(d, s, n);
  return d;
}
char *__strdup(const char *s) { return strdup(s); }

//= strndup
void *malloc(size_t);
size_t strnlen(const char *, size_t);
char *strndup(const char *s, size_t max) {
  size_t n = strnlen(s, max);
  char *d = malloc(n + 1);
  if (d == 0) return 0;
  __builtin_memcpy(d, s, n);
  d[n] = 0;
  return d;
}

//= strerror
static char strerror_text[128];
char *strerror(int code) {
  __argand_any_bytes(strerror_text, sizeof strerror_text);
  strerror_text[sizeof strerror_text - 1] = 0;
  return strerror_text;
}

//= wcslen
size_t wcslen(const wchar_t *s) {
  size_t n = 0;
  while (s[n]) n++;
  return n;
}

//= wcscpy
wchar_t *wcscpy(wchar_t *d, const wchar_t *s) {
  size_t i = 0;
  while ((d[i] = s[i])) i++;
  return d;
}

//= wcsncpy
wchar_t *wcsncpy(wchar_t *d, const wchar_t *s, size_t n) {
  size_t i = 0;
  for (; i < n && s[i]; i++) d[i] = s[i];
  for (; i < n; i++) d[i] = 0;
  return d;
}

//= wcscat
wchar_t *wcscat(wchar_t *d, const wchar_t *s) {
  wchar_t *p = d;
  while (*p) p++;
  while ((*p = *s)) p++, s++;
  return d;
}

//= wcsncat
wchar_t *wcsncat(wchar_t *d, const wchar_t *s, size_t n) {
  wchar_t *p = d;
  while (*p) p++;
  size_t i = 0;
  for (; i < n && s[i]; i++) p[i] = s[i];
  p[i] = 0;
  return d;
}

//= wcscmp
int wcscmp(const wchar_t *a, const wchar_t *b) {
  while (*a && *a == *b) a++, b++;
  return *a < *b ? -1 : *a > *b;
}

//= wcschr
wchar_t *wcschr(const wchar_t *s, wchar_t c) {
  for (;; s++) {
    if (*s == c) return (wchar_t *)s;
    if (*s == 0) return 0;
  }
}

//= wmemset
wchar_t *wmemset(wchar_t *d, wchar_t c, size_t n) {
  for (size_t i = 0; i < n; i++) d[i] = c;
  return d;
}

//= wmemcpy
wchar_t *wmemcpy(wchar_t *d, const wchar_t *s, size_t n) {
  __builtin_memcpy(d, s, n * sizeof *d);
  return d;
}

//= wmemmove
wchar_t *wmemmove(wchar_t *d, const wchar_t *s, size_t n) {
  __builtin_memmove(d, s, n * sizeof *d);
  return d;
}
