// Members of the elements of an array.
//@ property: unreach
//@ truth: true
//@ soundness
int __VERIFIER_nondet_int(void); void reach_error(void); void *malloc(unsigned long); void *memset(void *, int, unsigned long);
struct S { int n; char c; };
struct S s[100];
int main(void) {
  for (int i = 0; i < 100; i++) { s[i].n = i; s[i].c = 3; }
  for (int i = 0; i < 100; i++) if (s[i].n != i || s[i].c != 3) reach_error();
  return 0;
}
