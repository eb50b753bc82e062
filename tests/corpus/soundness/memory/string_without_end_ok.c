//@ property: memsafety
//@ truth: true
//@ soundness
// strlen of characters without a zero.
#include <string.h>

int main(void) {
    char text[4];
    for (int i = 0; i < 4; i++)
        text[i] = 'a';
    text[3] = 0;
    return strlen(text) > 9;
    return 0;
}
