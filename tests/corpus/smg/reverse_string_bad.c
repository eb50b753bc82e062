//@ property: memsafety
//@ truth: false
//@ expect(memsafety): false
// A string is reversed in place, its end included, and then measured.
#include <string.h>

static void reverse(char *text) {
    size_t low = 0, high = strlen(text) + 1;
    while (low < high) {
        char c = text[low];
        text[low] = text[high]; //@ error: valid-deref
        text[high] = c;
        low++;
        high--;
    }
}

int main(void) {
    char text[6] = "hello";
    reverse(text);
    return text[0] != 'o';
}
