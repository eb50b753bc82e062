//@ property: memsafety
//@ truth: false
//@ expect(memsafety): false
// A pointer into a buffer is used after the buffer was moved.
#include <stdlib.h>

int main(void) {
    size_t size = 4;
    int *buffer = malloc(size * sizeof *buffer);
    if (!buffer) abort();
    for (size_t i = 0; i < size; i++) buffer[i] = (int)i;
    int *last = &buffer[size - 1];
    int *larger = realloc(buffer, 2 * size * sizeof *buffer);
    if (!larger) {
        free(buffer);
        return 1;
    }
    buffer = larger;
    *last = 7; //@ error: valid-deref
    free(buffer);
    return 0;
}
