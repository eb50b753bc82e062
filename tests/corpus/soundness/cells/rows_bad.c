// An index that leaves its row is an element of another one.
//@ property: unreach
//@ truth: false
//@ soundness
int __VERIFIER_nondet_int(void); void reach_error(void); void *malloc(unsigned long); void *memset(void *, int, unsigned long);
int m[2][3];
int main(void) {
  int *p = &m[0][0];
  int i, j = __VERIFIER_nondet_int();
  for (i = 0; i < 3; i++) { m[0][i] = 1; m[1][i] = 1; }
  if (j < 0 || j > 5) return 0;
  p[j] = 2;
  if (m[1][1] == 2) reach_error();
  return 0;
}
