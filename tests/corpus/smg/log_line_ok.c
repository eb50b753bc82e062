//@ property: memsafety
//@ truth: true
//@ expect(memsafety): true
// A line of a log is cut to the size of its buffer.
#include <stdio.h>
#include <stdlib.h>

static char *line_of(const char *user, int code) {
    char scratch[64];
    int wanted = snprintf(scratch, sizeof scratch, "%s: error %d", user, code);
    char *line = malloc(wanted + 1);
    if (!line) abort();
    snprintf(line, wanted + 1, "%s: error %d", user, code);
    return line;
}

int main(void) {
    char *line = line_of("root", 17);
    int bad = line[0] != 'r';
    free(line);
    return bad;
}
