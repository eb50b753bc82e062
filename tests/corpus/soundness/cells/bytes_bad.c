// A byte of an element is written through another type.
//@ property: unreach
//@ truth: false
//@ soundness
int __VERIFIER_nondet_int(void); void reach_error(void); void *malloc(unsigned long); void *memset(void *, int, unsigned long);
int a[4];
int main(void) {
  int i;
  for (i = 0; i < 4; i++) a[i] = 1;
  ((char *)a)[__VERIFIER_nondet_int() & 15] = 3;
  for (i = 0; i < 4; i++) if (a[i] != 1) reach_error();
  return 0;
}
