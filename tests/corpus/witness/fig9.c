// Figure 9 of the reference on witnesses from data-flow analysis; what nobody initialises is an input.
extern void reach_error(void);
int main(void) {
  int s, t;
  int d = s - t;
  if (d < 2 || d > 8)
    return 0;
  int x;
  int a = x ? 512 : 64;
  int b = a * d;
  if (b >= 2048)
    reach_error();
  if (b < 128)
    reach_error();
  while (a > 0)
    a--;
  return 0;
}
