//@ property: unreach
//@ truth: true
//@ expect(k-induction): unknown
// What gcc makes of calls with -D_FORTIFY_SOURCE.
extern void reach_error(void);
int main(void) {
  char b[8] = "";
  __builtin___strcpy_chk(b, "ab", 8);
  __builtin___memset_chk(b + 3, 'x', 2, 5);
  if (b[0] != 'a' || b[2] != 0 || b[4] != 'x') reach_error();
  __builtin___sprintf_chk(b, 0, 8, "%d", 7);
  if (b[0] != '7' || b[1] != 0) reach_error();
  return 0;
}
