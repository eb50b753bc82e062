//@ property: unreach
//@ truth: true
//@ expect(k-induction): unknown
extern void reach_error(void);
int main(void) {
  if (__builtin_fmod(7.5, 2.0) != 1.5) reach_error();
  return 0;
}
