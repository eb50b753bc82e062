/* Strings. Of a comparison the library promises the sign alone. Every read and write the library would do is done here too, so that a missing terminator or a
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

//= stpcpy __stpcpy __stpcpy_chk
char *stpcpy(char *d, const char *s) {
  while ((*d = *s)) d++, s++;
  return d;
}
char *__stpcpy(char *d, const char *s) { return stpcpy(d, s); }
char *__stpcpy_chk(char *d, const char *s, size_t room) { return stpcpy(d, s); }

//= strncpy __strncpy_chk
char *strncpy(char *d, const char *s, size_t n) {
  size_t i = 0;
  for (; i < n && s[i]; i++) d[i] = s[i];
  for (; i < n; i++) d[i] = 0;
  return d;
}
char *__strncpy_chk(char *d, const char *s, size_t n, size_t room) { return strncpy(d, s, n); }

//= stpncpy __stpncpy __stpncpy_chk
char *stpncpy(char *d, const char *s, size_t n) {
  size_t i = 0;
  for (; i < n && s[i]; i++) d[i] = s[i];
  char *end = d + i;
  for (; i < n; i++) d[i] = 0;
  return end;
}
char *__stpncpy(char *d, const char *s, size_t n) { return stpncpy(d, s, n); }
char *__stpncpy_chk(char *d, const char *s, size_t n, size_t room) { return stpncpy(d, s, n); }

//= strlcpy
size_t strlcpy(char *d, const char *s, size_t n) {
  size_t i = 0;
  for (; i + 1 < n && s[i]; i++) d[i] = s[i];
  if (n > 0) d[i] = 0;
  while (s[i]) i++;
  return i;
}

//= strlcat
size_t strlcat(char *d, const char *s, size_t n) {
  size_t length = 0, i = 0;
  while (length < n && d[length]) length++;
  if (length < n) {
    for (; length + i + 1 < n && s[i]; i++) d[length + i] = s[i];
    d[length + i] = 0;
  }
  while (s[i]) i++;
  return length + i;
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

//= - some_of_sign
/* Some value of this sign. */
static int some_of_sign(int sign) {
  if (sign == 0) return 0;
  int value = __argand_open_int();
  if (sign < 0 ? value < 0 : value > 0) return value;
  return sign;
}

//= strcmp __argand_sign_strcmp
int __argand_sign_strcmp(const char *a, const char *b) {
  while (*a && *a == *b) a++, b++;
  unsigned char p = *a, q = *b;
  return p < q ? -1 : p > q;
}
int strcmp(const char *a, const char *b) { return some_of_sign(__argand_sign_strcmp(a, b)); }

//= strcoll
/* The order depends on the locale. */
int strcoll(const char *a, const char *b) {
  int sign = __argand_sign_strcmp(a, b);
  return sign == 0 ? 0 : __argand_open_int();
}

//= strncmp __argand_sign_strncmp
int __argand_sign_strncmp(const char *a, const char *b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    unsigned char p = a[i], q = b[i];
    if (p != q) return p < q ? -1 : 1;
    if (p == 0) return 0;
  }
  return 0;
}
int strncmp(const char *a, const char *b, size_t n) { return some_of_sign(__argand_sign_strncmp(a, b, n)); }

//= strcasecmp __argand_sign_strcasecmp
static int strcasecmp_lower(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }
int __argand_sign_strcasecmp(const char *a, const char *b) {
  for (;; a++, b++) {
    int p = strcasecmp_lower((unsigned char)*a), q = strcasecmp_lower((unsigned char)*b);
    if (p != q || p == 0) return p < q ? -1 : p > q;
  }
}
int strcasecmp(const char *a, const char *b) { return some_of_sign(__argand_sign_strcasecmp(a, b)); }

//= strncasecmp __argand_sign_strncasecmp
static int strncasecmp_lower(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }
int __argand_sign_strncasecmp(const char *a, const char *b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    int p = strncasecmp_lower((unsigned char)a[i]), q = strncasecmp_lower((unsigned char)b[i]);
    if (p != q || p == 0) return p < q ? -1 : p > q;
  }
  return 0;
}
int strncasecmp(const char *a, const char *b, size_t n) {
  return some_of_sign(__argand_sign_strncasecmp(a, b, n));
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

//= strcasestr
static int strcasestr_lower(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }
char *strcasestr(const char *h, const char *n) {
  for (;; h++) {
    size_t i = 0;
    while (n[i] && strcasestr_lower((unsigned char)h[i]) == strcasestr_lower((unsigned char)n[i])) i++;
    if (n[i] == 0) return (char *)h;
    if (*h == 0) return 0;
  }
}

//= strverscmp
int strverscmp(const char *a, const char *b) {
  int sign = __argand_sign_strcmp(a, b);
  return sign == 0 ? 0 : __argand_open_int();
}

//= strxfrm
/* How much room the transformed text takes depends on the locale. */
size_t strxfrm(char *d, const char *s, size_t n) {
  while (*s) s++;
  size_t length = __argand_open_size();
  if (n > 0) {
    __argand_open_bytes(d, n);
    if (length < n) d[length] = 0;
  }
  return length;
}

//= - open_text
/* Text that is not computed: at least one character and a terminator somewhere. */
static void open_text(char *s, size_t n) {
  __argand_open_bytes(s, n);
  if (s[0] == 0) s[0] = '?';
  s[n - 1] = 0;
}

//= strerror strsignal
/* A later call may write over the text, and need not. */
static char strerror_texts[64][128];
char *strerror(int code) {
  char *text = strerror_texts[__argand_open_uint() & 63];
  open_text(text, sizeof strerror_texts[0]);
  return text;
}
char *strsignal(int code) { return strerror(code); }

//= __xpg_strerror_r
int __xpg_strerror_r(int code, char *s, size_t n) {
  if (n > 0) {
    __argand_open_bytes(s, n);
    s[n - 1] = 0;
  }
  return __argand_open_int();
}

//= strerror_r
/* The version of GNU, which returns a text that may lie anywhere. */
static char strerror_r_texts[64][128];
char *strerror_r(int code, char *s, size_t n) {
  if (n == 0 || __argand_open_bool()) {
    char *text = strerror_r_texts[__argand_open_uint() & 63];
    open_text(text, sizeof strerror_r_texts[0]);
    return text;
  }
  __argand_open_bytes(s, n);
  s[n - 1] = 0;
  return s;
}
