//@ property: memsafety
//@ truth: false
//@ expect(memsafety): false
// Strings are copied and joined: there is no room for the terminator.
#include <string.h>

int main(void) {
    char text[6];
    strcpy(text, "seven");
    strcat(text, "!");
    return (int)strlen(text);
}
