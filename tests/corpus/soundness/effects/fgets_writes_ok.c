//@ property: unreach
//@ truth: true
//@ soundness
// fgets writes a line.
#include <stdio.h>
extern void reach_error(void);

int main(void) {
    char line[8] = "";
    if (fgets(line, sizeof line, stdin) && line[0] == 'x' && line[7])
        reach_error();
    return 0;
}
