// One call allocates two arrays.
//@ property: unreach
//@ truth: false
//@ soundness
int __VERIFIER_nondet_int(void); void reach_error(void); void *malloc(unsigned long); void *memset(void *, int, unsigned long);
int main(void) {
  int *p[2];
  for (int i = 0; i < 2; i++) { p[i] = malloc(8); if (!p[i]) return 0; p[i][i] = i; p[i][1 - i] = 5; }
  int k = __VERIFIER_nondet_int() & 1;
  p[0][k] = 1;
  if (p[1][k] == 5) reach_error();
  return 0;
}
