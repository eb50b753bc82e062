//@ property: unreach
//@ truth: true
//@ expect(bmc): unknown
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  char word[4], set[4];
  int x = 0;
  if (scanf("%3s%3[a-c]%2d", word, set, &x) != 3) return 0;
  if (word[0] == ' ' || set[0] < 'a' || set[0] > 'c' || x > 99 || x < -9) reach_error();
  return 0;
}
