//@ property: memsafety
//@ truth: false
//@ expect(memsafety): false
// A string is duplicated without room for its end.
#include <stdlib.h>
#include <string.h>

static char *duplicate(const char *text) {
    size_t length = strlen(text);
    char *copy = malloc(length);
    if (!copy) abort();
    memcpy(copy, text, length);
    copy[length] = '\0'; //@ error: valid-deref
    return copy;
}

int main(void) {
    char *greeting = duplicate("good morning");
    size_t length = strlen(greeting);
    free(greeting);
    return length != 12;
}
