//@ property: unreach
//@ truth: true
//@ soundness
//@ stdin: abcdef
// A width bounds what is read.
#include <stdio.h>
#include <string.h>
extern void reach_error(void);

int main(void) {
    char word[8] = "";
    if (scanf("%3s", word) == 1 && strlen(word) > 3)
        reach_error();
    return 0;
}
