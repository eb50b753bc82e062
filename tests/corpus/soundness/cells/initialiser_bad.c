// What the initialiser leaves out is zero.
//@ property: unreach
//@ truth: false
//@ soundness
int __VERIFIER_nondet_int(void); void reach_error(void); void *malloc(unsigned long); void *memset(void *, int, unsigned long);
int a[4] = {5, 6, 7};
int main(void) {
  int i = __VERIFIER_nondet_int() & 3;
  if (a[i] == 0) reach_error();
  return 0;
}
