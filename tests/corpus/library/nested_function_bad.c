//@ property: unreach
//@ truth: false
//@ expect(k-induction): unknown
// A function inside a function, as GNU allows it, is not understood and not passed over.
extern void reach_error(void);
int main(void) {
  int x = 1;
  void next(void) { x++; }
  next();
  if (x == 2) reach_error();
  return 0;
}
