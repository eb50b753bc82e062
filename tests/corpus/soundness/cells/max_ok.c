// No element is larger than the largest.
//@ property: unreach
//@ truth: true
//@ soundness
int __VERIFIER_nondet_int(void); void reach_error(void); void *malloc(unsigned long); void *memset(void *, int, unsigned long);
int a[40];
int main(void) {
  int max = -1000;
  for (int i = 0; i < 40; i++) { a[i] = __VERIFIER_nondet_int() & 255; if (a[i] > max) max = a[i]; }
  for (int i = 0; i < 40; i++) if (a[i] > max) reach_error();
  return 0;
}
