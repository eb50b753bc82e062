// A variable-length array of arrays with an element that differs.
//@ property: unreach
//@ truth: false
//@ soundness
int __VERIFIER_nondet_int(void); void reach_error(void); void *malloc(unsigned long); void *memset(void *, int, unsigned long);
int main(void) {
  int n = 3, i, j;
  int m[n][n];
  for (i = 0; i < n; i++) for (j = 0; j < n; j++) m[i][j] = i + j;
  m[__VERIFIER_nondet_int() & 1][2] = 9;
  for (i = 0; i < n; i++) for (j = 0; j < n; j++) if (m[i][j] != i + j) reach_error();
  return 0;
}
