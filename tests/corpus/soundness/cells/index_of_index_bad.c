// An element is the index of another one.
//@ property: unreach
//@ truth: false
//@ soundness
int __VERIFIER_nondet_int(void); void reach_error(void); void *malloc(unsigned long); void *memset(void *, int, unsigned long);
int a[4], b[4];
int main(void) {
  int i;
  for (i = 0; i < 4; i++) { b[i] = 3 - i; a[i] = 10 + i; }
  if (a[b[__VERIFIER_nondet_int() & 3]] == 12) reach_error();
  return 0;
}
