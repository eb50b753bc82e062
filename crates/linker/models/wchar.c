/* Wide characters. Characters outside ASCII depend on the locale and are left open. */

//= wcslen
size_t wcslen(const wchar_t *s) {
  size_t n = 0;
  while (s[n]) n++;
  return n;
}

//= wcsnlen
size_t wcsnlen(const wchar_t *s, size_t max) {
  size_t n = 0;
  while (n < max && s[n]) n++;
  return n;
}

//= wcscpy
wchar_t *wcscpy(wchar_t *d, const wchar_t *s) {
  size_t i = 0;
  while ((d[i] = s[i])) i++;
  return d;
}

//= wcpcpy
wchar_t *wcpcpy(wchar_t *d, const wchar_t *s) {
  while ((*d = *s)) d++, s++;
  return d;
}

//= wcsncpy wcpncpy
wchar_t *wcsncpy(wchar_t *d, const wchar_t *s, size_t n) {
  size_t i = 0;
  for (; i < n && s[i]; i++) d[i] = s[i];
  for (; i < n; i++) d[i] = 0;
  return d;
}
wchar_t *wcpncpy(wchar_t *d, const wchar_t *s, size_t n) {
  size_t i = 0;
  for (; i < n && s[i]; i++) d[i] = s[i];
  wchar_t *stop = d + i;
  for (; i < n; i++) d[i] = 0;
  return stop;
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

//= wcscmp __argand_sign_wcscmp
int __argand_sign_wcscmp(const wchar_t *a, const wchar_t *b) {
  while (*a && *a == *b) a++, b++;
  return *a < *b ? -1 : *a > *b;
}
int wcscmp(const wchar_t *a, const wchar_t *b) { return some_of_sign(__argand_sign_wcscmp(a, b)); }

//= wcscoll
int wcscoll(const wchar_t *a, const wchar_t *b) {
  int sign = __argand_sign_wcscmp(a, b);
  return sign == 0 ? 0 : __argand_open_int();
}

//= wcsncmp __argand_sign_wcsncmp
int __argand_sign_wcsncmp(const wchar_t *a, const wchar_t *b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
    if (a[i] == 0) return 0;
  }
  return 0;
}
int wcsncmp(const wchar_t *a, const wchar_t *b, size_t n) {
  return some_of_sign(__argand_sign_wcsncmp(a, b, n));
}

//= wmemcmp __argand_sign_wmemcmp
int __argand_sign_wmemcmp(const wchar_t *a, const wchar_t *b, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  return 0;
}
int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n) {
  return some_of_sign(__argand_sign_wmemcmp(a, b, n));
}

//= wcscasecmp wcsncasecmp
int wcscasecmp(const wchar_t *a, const wchar_t *b) {
  while (*a && *a == *b) a++, b++;
  if (*a == *b) return 0;
  while (*a) a++;
  while (*b) b++;
  return __argand_open_int();
}
int wcsncasecmp(const wchar_t *a, const wchar_t *b, size_t n) {
  size_t i = 0;
  while (i < n && a[i] && a[i] == b[i]) i++;
  if (i == n || a[i] == b[i]) return 0;
  return __argand_open_int();
}

//= wcschr
wchar_t *wcschr(const wchar_t *s, wchar_t c) {
  for (;; s++) {
    if (*s == c) return (wchar_t *)s;
    if (*s == 0) return 0;
  }
}

//= wcschrnul
wchar_t *wcschrnul(const wchar_t *s, wchar_t c) {
  while (*s && *s != c) s++;
  return (wchar_t *)s;
}

//= wcsrchr
wchar_t *wcsrchr(const wchar_t *s, wchar_t c) {
  const wchar_t *found = 0;
  for (;; s++) {
    if (*s == c) found = s;
    if (*s == 0) return (wchar_t *)found;
  }
}

//= wcsstr wcswcs
wchar_t *wcsstr(const wchar_t *h, const wchar_t *n) {
  for (;; h++) {
    size_t i = 0;
    while (n[i] && h[i] == n[i]) i++;
    if (n[i] == 0) return (wchar_t *)h;
    if (*h == 0) return 0;
  }
}
wchar_t *wcswcs(const wchar_t *h, const wchar_t *n) { return wcsstr(h, n); }

//= wcsspn wcscspn
size_t wcsspn(const wchar_t *s, const wchar_t *accept) {
  size_t n = 0;
  for (; s[n]; n++) {
    const wchar_t *a = accept;
    while (*a && *a != s[n]) a++;
    if (*a == 0) return n;
  }
  return n;
}
size_t wcscspn(const wchar_t *s, const wchar_t *reject) {
  size_t n = 0;
  for (; s[n]; n++)
    for (const wchar_t *r = reject; *r; r++)
      if (*r == s[n]) return n;
  return n;
}

//= wcspbrk
wchar_t *wcspbrk(const wchar_t *s, const wchar_t *accept) {
  for (; *s; s++)
    for (const wchar_t *a = accept; *a; a++)
      if (*a == *s) return (wchar_t *)s;
  return 0;
}

//= wcstok
static int wcstok_in(wchar_t c, const wchar_t *set) {
  while (*set && *set != c) set++;
  return *set != 0;
}
wchar_t *wcstok(wchar_t *s, const wchar_t *delimiters, wchar_t **rest) {
  if (s == 0) s = *rest;
  if (s == 0) return 0;
  while (*s && wcstok_in(*s, delimiters)) s++;
  if (*s == 0) {
    *rest = 0;
    return 0;
  }
  wchar_t *start = s;
  while (*s && !wcstok_in(*s, delimiters)) s++;
  if (*s) *s++ = 0;
  else s = 0;
  *rest = s;
  return start;
}

//= wcsdup
void *malloc(size_t);
wchar_t *wcsdup(const wchar_t *s) {
  size_t n = 0;
  while (s[n]) n++;
  wchar_t *d = malloc((n + 1) * sizeof *d);
  if (d == 0) return 0;
  __builtin_memcpy(d, s, (n + 1) * sizeof *d);
  return d;
}

//= wmemset
wchar_t *wmemset(wchar_t *d, wchar_t c, size_t n) {
  for (size_t i = 0; i < n; i++) d[i] = c;
  return d;
}

//= wmemcpy wmempcpy
wchar_t *wmemcpy(wchar_t *d, const wchar_t *s, size_t n) {
  __builtin_memcpy(d, s, n * sizeof *d);
  return d;
}
wchar_t *wmempcpy(wchar_t *d, const wchar_t *s, size_t n) {
  __builtin_memcpy(d, s, n * sizeof *d);
  return d + n;
}

//= wmemmove
wchar_t *wmemmove(wchar_t *d, const wchar_t *s, size_t n) {
  __builtin_memmove(d, s, n * sizeof *d);
  return d;
}

//= wmemchr
wchar_t *wmemchr(const wchar_t *s, wchar_t c, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (s[i] == c) return (wchar_t *)(s + i);
  return 0;
}

//= mbsinit
/* The first four bytes count the bytes of an unfinished character. */
int mbsinit(const void *state) { return state == 0 || *(const int *)state == 0; }

//= btowc wctob
unsigned btowc(int c) {
  if (c == -1) return -1u;
  if (c >= 0 && c < 128) return c;
  return __argand_open_uint();
}
int wctob(unsigned c) {
  if (c < 128) return c;
  int byte = __argand_open_int();
  __argand_assume(byte == -1 || (byte >= 128 && byte <= 255));
  return byte;
}

//= mbtowc mblen
int mbtowc(wchar_t *d, const char *s, size_t n) {
  if (s == 0) return __argand_open_bool();
  if (n == 0) return -1;
  unsigned char c = *s;
  if (c < 128) {
    if (d) *d = c;
    return c != 0;
  }
  int used = __argand_open_int();
  __argand_assume(used >= -1 && used <= 6 && used != 0 && (used < 0 || (size_t)used <= n));
  if (used > 0 && d) *d = (wchar_t)__argand_open_int();
  if (used < 0) open_errno();
  return used;
}
int mblen(const char *s, size_t n) { return mbtowc(0, s, n); }

//= wctomb
int wctomb(char *s, wchar_t c) {
  if (s == 0) return __argand_open_bool();
  if ((unsigned)c < 128) {
    *s = (char)c;
    return 1;
  }
  int used = __argand_open_int();
  __argand_assume(used == -1 || (used >= 1 && used <= 6));
  if (used > 0) __argand_open_bytes(s, (size_t)used);
  else open_errno();
  return used;
}

//= mbstowcs
size_t mbstowcs(wchar_t *d, const char *s, size_t n) {
  size_t i = 0;
  for (; d == 0 || i < n; i++) {
    unsigned char c = s[i];
    if (c >= 128) {
      while (s[i]) i++;
      size_t count = __argand_open_size();
      __argand_assume(count == (size_t)-1 || (count <= i && (d == 0 || count <= n)));
      if (d) __argand_open_bytes(d, (count < n ? (count < i ? count + 1 : i) : n) * sizeof *d);
      if (count == (size_t)-1) open_errno();
      return count;
    }
    if (d) d[i] = c;
    if (c == 0) return i;
  }
  return i;
}

//= wcstombs
size_t wcstombs(char *d, const wchar_t *s, size_t n) {
  size_t i = 0;
  for (; d == 0 || i < n; i++) {
    unsigned c = (unsigned)s[i];
    if (c >= 128) {
      while (s[i]) i++;
      size_t count = __argand_open_size();
      __argand_assume(count == (size_t)-1 || (count <= 6 * i && (d == 0 || count <= n)));
      if (d) __argand_open_bytes(d, n < 6 * i ? n : 6 * i);
      if (count == (size_t)-1) open_errno();
      return count;
    }
    if (d) d[i] = (char)c;
    if (c == 0) return i;
  }
  return i;
}

//= iswalpha iswupper iswlower iswdigit iswxdigit iswspace iswalnum iswpunct iswprint iswgraph iswcntrl iswblank
static int iswalpha_open(unsigned c) { return c != -1u && __argand_open_bool(); }
int iswupper(unsigned c) { return c < 128 ? c >= 'A' && c <= 'Z' : iswalpha_open(c); }
int iswlower(unsigned c) { return c < 128 ? c >= 'a' && c <= 'z' : iswalpha_open(c); }
int iswalpha(unsigned c) {
  return c < 128 ? (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') : iswalpha_open(c);
}
int iswdigit(unsigned c) { return c >= '0' && c <= '9'; }
int iswxdigit(unsigned c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f');
}
int iswalnum(unsigned c) { return iswalpha(c) || iswdigit(c); }
int iswspace(unsigned c) { return c < 128 ? c == ' ' || (c >= 9 && c <= 13) : iswalpha_open(c); }
int iswblank(unsigned c) { return c < 128 ? c == ' ' || c == 9 : iswalpha_open(c); }
int iswprint(unsigned c) { return c < 128 ? c >= 32 && c < 127 : iswalpha_open(c); }
int iswgraph(unsigned c) { return c < 128 ? c > 32 && c < 127 : iswalpha_open(c); }
int iswcntrl(unsigned c) { return c < 128 ? c < 32 || c == 127 : iswalpha_open(c); }
int iswpunct(unsigned c) { return c < 128 ? iswgraph(c) && !iswalnum(c) : iswalpha_open(c); }

//= towupper towlower
unsigned towupper(unsigned c) {
  if (c < 128) return c >= 'a' && c <= 'z' ? c - 32 : c;
  return c == -1u ? c : __argand_open_uint();
}
unsigned towlower(unsigned c) {
  if (c < 128) return c >= 'A' && c <= 'Z' ? c + 32 : c;
  return c == -1u ? c : __argand_open_uint();
}
