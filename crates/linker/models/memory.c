/* Memory: what malloc, memcpy and their like leave to say. */

//= realloc
/* Of zero bytes, C leaves open whether memory is freed: glibc does and returns null, others return a new object. */
void *malloc(size_t);
void free(void *);
void *realloc(void *p, size_t n) {
  if (p == 0) return malloc(n);
  if (n == 0 && __argand_open_bool()) {
    free(p);
    return 0;
  }
  size_t old = __argand_object_size(p);
  char *q = malloc(n);
  if (q == 0) return 0;
  size_t m = old < n ? old : n;
  __builtin_memcpy(q, p, m);
  free(p);
  return q;
}

//= reallocarray
void *realloc(void *, size_t);
void *reallocarray(void *p, size_t n, size_t m) {
  size_t bytes;
  if (__builtin_mul_overflow(n, m, &bytes)) {
    set_errno(12);
    return 0;
  }
  return realloc(p, bytes);
}

//= memalign aligned_alloc valloc pvalloc
void *malloc(size_t);
/* What is no alignment is an error, or is taken for one. */
void *memalign(size_t align, size_t n) {
  if ((align == 0 || (align & (align - 1)) != 0) && __argand_open_bool()) {
    set_errno(22);
    return 0;
  }
  return malloc(n);
}
void *aligned_alloc(size_t align, size_t n) { return memalign(align, n); }
void *valloc(size_t n) { return malloc(n); }
void *pvalloc(size_t n) { return malloc(n); }

//= posix_memalign
void *malloc(size_t);
int posix_memalign(void **p, size_t align, size_t n) {
  if (align < sizeof(void *) || (align & (align - 1)) != 0) return 22;
  void *q = malloc(n);
  if (q == 0) return 12;
  *p = q;
  return 0;
}

//= malloc_usable_size
/* At least what was asked for. */
size_t malloc_usable_size(void *p) {
  if (p == 0) return 0;
  size_t more = __argand_open_size();
  __argand_assume(more < 1 << 30);
  return __argand_object_size(p) + more;
}

//= memcmp bcmp __argand_sign_memcmp
int __argand_sign_memcmp(const void *a, const void *b, size_t n) {
  const unsigned char *p = a, *q = b;
  for (size_t i = 0; i < n; i++)
    if (p[i] != q[i]) return p[i] < q[i] ? -1 : 1;
  return 0;
}
int memcmp(const void *a, const void *b, size_t n) { return some_of_sign(__argand_sign_memcmp(a, b, n)); }
int bcmp(const void *a, const void *b, size_t n) { return some_of_sign(__argand_sign_memcmp(a, b, n)); }

//= memchr
void *memchr(const void *s, int c, size_t n) {
  const unsigned char *p = s;
  for (size_t i = 0; i < n; i++)
    if (p[i] == (unsigned char)c) return (void *)(p + i);
  return 0;
}

//= memrchr
void *memrchr(const void *s, int c, size_t n) {
  const unsigned char *p = s;
  while (n > 0)
    if (p[--n] == (unsigned char)c) return (void *)(p + n);
  return 0;
}

//= rawmemchr
void *rawmemchr(const void *s, int c) {
  const unsigned char *p = s;
  while (*p != (unsigned char)c) p++;
  return (void *)p;
}

//= memmem
void *memmem(const void *h, size_t hn, const void *n, size_t nn) {
  const unsigned char *p = h, *q = n;
  if (nn == 0) return (void *)h;
  if (hn < nn) return 0;
  for (size_t i = 0; i <= hn - nn; i++) {
    size_t j = 0;
    while (j < nn && p[i + j] == q[j]) j++;
    if (j == nn) return (void *)(p + i);
  }
  return 0;
}

//= mempcpy __mempcpy __mempcpy_chk
void *mempcpy(void *d, const void *s, size_t n) {
  __builtin_memcpy(d, s, n);
  return (char *)d + n;
}
void *__mempcpy(void *d, const void *s, size_t n) { return mempcpy(d, s, n); }
void *__mempcpy_chk(void *d, const void *s, size_t n, size_t room) { return mempcpy(d, s, n); }

//= memccpy
void *memccpy(void *d, const void *s, int c, size_t n) {
  unsigned char *p = d;
  const unsigned char *q = s;
  for (size_t i = 0; i < n; i++) {
    p[i] = q[i];
    if (q[i] == (unsigned char)c) return p + i + 1;
  }
  return 0;
}

//= bzero explicit_bzero __explicit_bzero_chk
void bzero(void *p, size_t n) { __builtin_memset(p, 0, n); }
void explicit_bzero(void *p, size_t n) { __builtin_memset(p, 0, n); }
void __explicit_bzero_chk(void *p, size_t n, size_t room) { __builtin_memset(p, 0, n); }

//= bcopy
void bcopy(const void *s, void *d, size_t n) { __builtin_memmove(d, s, n); }

//= swab
void swab(const void *from, void *to, ptrdiff_t n) {
  const char *p = from;
  char *q = to;
  for (ptrdiff_t i = 0; i + 1 < n; i += 2) {
    char first = p[i];
    q[i] = p[i + 1];
    q[i + 1] = first;
  }
}
