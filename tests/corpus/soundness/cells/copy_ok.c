// What is copied twice is the same.
//@ property: unreach
//@ truth: true
//@ soundness
int __VERIFIER_nondet_int(void); void reach_error(void); void *malloc(unsigned long); void *memset(void *, int, unsigned long);
int a[50], b[50], c[50];
int main(void) {
  for (int i = 0; i < 50; i++) a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < 50; i++) b[i] = a[i];
  for (int i = 0; i < 50; i++) c[i] = b[i];
  for (int i = 0; i < 50; i++) if (a[i] != c[i]) reach_error();
  return 0;
}
