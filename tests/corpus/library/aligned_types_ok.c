//@ property: unreach
//@ truth: true
//@ expect(k-induction): unknown
// Types that ask for more than any basic type.
extern void reach_error(void);
typedef int wide __attribute__((aligned(64)));
struct line { int x; } __attribute__((aligned(128)));
wide global;
int main(void) {
  struct line local[2];
  if ((unsigned long)&global % 64 || (unsigned long)&local[1] % 128) reach_error();
  return 0;
}
