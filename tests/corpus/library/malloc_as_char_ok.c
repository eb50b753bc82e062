//@ property: unreach
//@ truth: true
//@ expect(k-induction): unknown
// A declaration that contradicts the library.
extern void reach_error(void);
char malloc(unsigned long);
int main(void) {
  char c = malloc(4);
  if (c > 127) reach_error();
  return 0;
}
