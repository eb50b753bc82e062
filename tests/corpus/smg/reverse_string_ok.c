//@ property: memsafety
//@ truth: true
//@ expect(memsafety): true
// A string is reversed in place without its end.
#include <string.h>

static void reverse(char *text) {
    size_t low = 0, high = strlen(text);
    while (low < high) {
        char c = text[low];
        high--;
        text[low] = text[high];
        text[high] = c;
        low++;
    }
}

int main(void) {
    char text[6] = "hello";
    reverse(text);
    return text[0] != 'o';
}
