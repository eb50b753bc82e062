//@ property: memsafety
//@ truth: true
//@ expect(memsafety): true
// Strings are copied and joined.
#include <string.h>

int main(void) {
    char text[7];
    strcpy(text, "seven");
    strcat(text, "!");
    return (int)strlen(text);
}
