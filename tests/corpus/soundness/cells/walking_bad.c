// A pointer walks through the array.
//@ property: unreach
//@ truth: false
//@ soundness
int __VERIFIER_nondet_int(void); void reach_error(void); void *malloc(unsigned long); void *memset(void *, int, unsigned long);
int a[4];
int main(void) {
  int i, n = __VERIFIER_nondet_int() & 3;
  int *p = a;
  for (i = 0; i < 4; i++) a[i] = 1;
  while (n--) p++;
  *p = 2;
  if (a[2] == 2) reach_error();
  return 0;
}
