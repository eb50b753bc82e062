//@ property: unreach
//@ truth: true
//@ soundness
//@ stdin: 123abc
// A set bounds what is read.
#include <stdio.h>
extern void reach_error(void);

int main(void) {
    char word[8] = "";
    if (scanf("%7[0-9]", word) == 1 && word[0] == 'a')
        reach_error();
    return 0;
}
