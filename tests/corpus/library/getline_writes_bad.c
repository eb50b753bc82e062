//@ property: unreach
//@ truth: false
//@ stdin: a\n
//@ expect(k-induction): false
//@ expect(bmc): false
// A line that is read is not what the buffer held before.
#include <stdio.h>
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  char *line = malloc(4);
  size_t room = 4;
  if (!line) return 0;
  line[0] = 0;
  if (getline(&line, &room, stdin) > 0 && line[0] != 0) reach_error();
  free(line);
  return 0;
}
