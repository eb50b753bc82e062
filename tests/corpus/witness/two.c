// Two calls of the error function: one that nearly every input leads to, and one that takes a search.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  if (x != 7)
    reach_error();
  int sum = 0;
  for (int i = 0; i < 3; i++)
    sum += y;
  if (sum == 3963)
    reach_error();
  return 0;
}
