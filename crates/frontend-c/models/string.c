//= strlen
size_t strlen(const char *s) {
  size_t n = 0;
  while (s[n]) n++;
  return n;
}
//= strdup
void *malloc(size_t);
char *strdup(const char *s) {
  size_t n = strlen(s);
  char *d = malloc(n + 1);
  for (size_t i = 0; i <= n; i++) d[i] = s[i];
  return d;
}
