// The copy begins one element late.
//@ property: unreach
//@ truth: false
//@ soundness
int __VERIFIER_nondet_int(void); void reach_error(void); void *malloc(unsigned long); void *memset(void *, int, unsigned long);
int a[5], b[5], c[5];
int main(void) {
  for (int i = 0; i < 5; i++) a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < 5; i++) b[i] = a[i];
  for (int i = 1; i < 5; i++) c[i] = b[i];
  for (int i = 0; i < 5; i++) if (a[i] != c[i]) reach_error();
  return 0;
}
