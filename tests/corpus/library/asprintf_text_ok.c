//@ property: unreach
//@ truth: true
//@ expect(k-induction): unknown
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  char *s;
  if (asprintf(&s, "%d", 7) < 0) return 0;
  if (s[0] != '7' || s[1] != 0) reach_error();
  free(s);
  return 0;
}
