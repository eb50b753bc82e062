//@ property: unreach
//@ truth: true
//@ soundness
//@ stdin: ab\ncd\n
// Nothing follows the end of a line.
#include <stdio.h>
extern void reach_error(void);

int main(void) {
    char line[8];
    if (fgets(line, sizeof line, stdin) && line[0] == '\n' && line[1] != 0)
        reach_error();
    return 0;
}
