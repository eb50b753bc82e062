// One element is not what the others are.
//@ property: unreach
//@ truth: false
//@ soundness
int __VERIFIER_nondet_int(void); void reach_error(void); void *malloc(unsigned long); void *memset(void *, int, unsigned long);
int a[64];
int main(void) {
  for (int i = 0; i < 64; i++) a[i] = 42;
  a[__VERIFIER_nondet_int() & 63] = 7;
  for (int x = 0; x < 64; x++) if (a[x] != 42) reach_error();
  return 0;
}
