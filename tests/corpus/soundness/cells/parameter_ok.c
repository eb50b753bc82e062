// An array that is written through a parameter.
//@ property: unreach
//@ truth: true
//@ soundness
int __VERIFIER_nondet_int(void); void reach_error(void); void *malloc(unsigned long); void *memset(void *, int, unsigned long);
int a[80];
void fill(int p[], int n, int v) { for (int i = 0; i < n; i++) p[i] = v; }
int main(void) {
  fill(a, 80, 6);
  for (int i = 0; i < 80; i++) if (a[i] != 6) reach_error();
  return 0;
}
