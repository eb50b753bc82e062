//@ property: memsafety
//@ truth: true
//@ expect(memsafety): true
// A position in a buffer is remembered as an index, which survives that the buffer moves.
#include <stdlib.h>

int main(void) {
    size_t size = 4;
    int *buffer = malloc(size * sizeof *buffer);
    if (!buffer) abort();
    for (size_t i = 0; i < size; i++) buffer[i] = (int)i;
    size_t last = size - 1;
    int *larger = realloc(buffer, 2 * size * sizeof *buffer);
    if (!larger) {
        free(buffer);
        return 1;
    }
    buffer = larger;
    buffer[last] = 7;
    free(buffer);
    return 0;
}
