//@ property: memsafety
//@ truth: true
//@ expect(memsafety): true
// A string is duplicated with its end.
#include <stdlib.h>
#include <string.h>

static char *duplicate(const char *text) {
    size_t length = strlen(text);
    char *copy = malloc(length + 1);
    if (!copy) abort();
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

int main(void) {
    char *greeting = duplicate("good morning");
    size_t length = strlen(greeting);
    free(greeting);
    return length != 12;
}
