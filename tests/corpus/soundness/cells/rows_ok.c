// An array of arrays.
//@ property: unreach
//@ truth: true
//@ soundness
int __VERIFIER_nondet_int(void); void reach_error(void); void *malloc(unsigned long); void *memset(void *, int, unsigned long);
int m[20][30];
int main(void) {
  int i, j, c = __VERIFIER_nondet_int();
  for (i = 0; i < 20; i++) for (j = 0; j < 30; j++) m[i][j] = c;
  for (i = 0; i < 20; i++) for (j = 0; j < 30; j++) if (m[i][j] != c) reach_error();
  return 0;
}
