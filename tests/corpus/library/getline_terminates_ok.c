//@ property: unreach
//@ truth: true
//@ expect(value): unknown
// The length says where the terminator is.
#include <stdio.h>
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  char *line = 0;
  size_t room = 0;
  ssize_t n = getline(&line, &room, stdin);
  if (n > 0 && (line[n] != 0 || room <= (size_t)n)) reach_error();
  free(line);
  return 0;
}
