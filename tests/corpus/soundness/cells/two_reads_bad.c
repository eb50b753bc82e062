// A violation needs more elements than are followed.
//@ property: unreach
//@ truth: false
//@ soundness
int __VERIFIER_nondet_int(void); void reach_error(void); void *malloc(unsigned long); void *memset(void *, int, unsigned long);
int a[4];
int main(void) {
  int i;
  for (i = 0; i < 4; i++) a[i] = i;
  int x = a[__VERIFIER_nondet_int() & 3], y = a[__VERIFIER_nondet_int() & 3];
  if (x == 3 && y == 0 && a[1] == 1) reach_error();
  return 0;
}
