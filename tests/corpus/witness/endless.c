// A run with an input that is not 0 comes back to the loop for ever, unless a later input is 3.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  while (x != 0) {
    int y = __VERIFIER_nondet_int();
    if (y == 3)
      x = 0;
  }
  return 0;
}
