//@ property: memsafety
//@ truth: false
//@ expect(memsafety): false
// A line is split at its blanks; the scan runs over the end of the line.
#include <stddef.h>

static size_t split(char *line, char **words, size_t most) {
    size_t count = 0;
    char *at = line;
    while (*at && count < most) {
        words[count++] = at;
        while (*at != ' ') at++; //@ error: valid-deref
        if (*at) *at++ = '\0';
    }
    return count;
}

int main(void) {
    char line[] = "one two six";
    char *words[4];
    size_t count = split(line, words, 4);
    return count != 3 || words[2][0] != 's';
}
