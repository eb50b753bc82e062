//@ property: unreach
//@ truth: true
//@ expect(execution): true
// Output that nobody asks about, and text that is computed.
#include <stdio.h>
#include <string.h>
extern void reach_error(void);

int main(void) {
    char text[16];
    sprintf(text, "%d-%s", 42, "x");
    printf("%s\n", text);
    if (strcmp(text, "42-x") != 0)
        reach_error();
    return 0;
}
