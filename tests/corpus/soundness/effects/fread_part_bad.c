//@ property: unreach
//@ truth: false
//@ soundness
//@ stdin: abc
// fread fills a part of a buffer.
#include <stdio.h>
extern void reach_error(void);

int main(void) {
    char block[8] = {0};
    size_t n = fread(block, 1, 4, stdin);
    if (n > 1 && block[1] == 'b')
        reach_error();
    return 0;
}
