//@ property: memsafety
//@ truth: true
//@ expect(memsafety): true
// A line is split at its blanks.
#include <stddef.h>

static size_t split(char *line, char **words, size_t most) {
    size_t count = 0;
    char *at = line;
    while (*at && count < most) {
        words[count++] = at;
        while (*at && *at != ' ') at++;
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
