//@ property: memsafety
//@ truth: false
//@ expect(memsafety): false
// A line of a log is cut to the size of another buffer.
#include <stdio.h>
#include <stdlib.h>

static char *line_of(const char *user, int code) {
    char scratch[64];
    int wanted = snprintf(scratch, sizeof scratch, "%s: error %d", user, code);
    char *line = malloc(wanted);
    if (!line) abort();
    snprintf(line, sizeof scratch, "%s: error %d", user, code); //@ error: valid-deref
    return line;
}

int main(void) {
    char *line = line_of("root", 17);
    int bad = line[0] != 'r';
    free(line);
    return bad;
}
