// Exactly one input leads to the error: 13.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = 0;
  if (x > 10) {
    y = x - 10;
  } else {
    y = 1;
  }
  switch (y) {
  case 3:
    reach_error();
    break;
  default:
    break;
  }
  return 0;
}
