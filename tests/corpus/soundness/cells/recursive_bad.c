// There is one array for each activation.
//@ property: unreach
//@ truth: false
//@ soundness
int __VERIFIER_nondet_int(void); void reach_error(void); void *malloc(unsigned long); void *memset(void *, int, unsigned long);
int f(int n) {
  int a[3], i;
  for (i = 0; i < 3; i++) a[i] = n;
  if (n > 0 && f(n - 1) != 0) return 7;
  return a[n & 1];
}
int main(void) { if (f(2) == 7) reach_error(); if (f(__VERIFIER_nondet_int() & 1) == 1) reach_error(); return 0; }
