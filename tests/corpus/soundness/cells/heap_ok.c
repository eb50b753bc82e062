// An array on the heap whose size is an input.
//@ property: unreach
//@ truth: true
//@ soundness
int __VERIFIER_nondet_int(void); void reach_error(void); void *malloc(unsigned long); void *memset(void *, int, unsigned long);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000) return 0;
  long *a = malloc(sizeof(long) * n);
  if (!a) return 0;
  for (int i = 0; i < n; i++) a[i] = i;
  for (int i = 0; i < n; i++) if (a[i] != i) reach_error();
  return 0;
}
