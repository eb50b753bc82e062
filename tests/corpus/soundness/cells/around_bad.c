// An index goes around the address space.
//@ property: unreach
//@ truth: false
//@ soundness
//@ data-model: ILP32
int __VERIFIER_nondet_int(void); void reach_error(void);
int a[10];
int main(void) {
  int i = __VERIFIER_nondet_int();
  for (int j = 0; j < 10; j++) a[j] = 5;
  a[1] = 6;
  if (i == 1073741825 && a[i] == 6) reach_error();
  return 0;
}
