//@ property: unreach
//@ truth: true
//@ expect(value): true
//@ expect(k-induction): true
//@ expect(bmc): true
// Nobody defines it: its address is null.
extern void reach_error(void);
extern int missing(void);
#pragma weak missing
int main(void) {
  if (missing) reach_error();
  return 0;
}
