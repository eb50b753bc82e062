//@ property: memsafety
//@ truth: false
//@ unseen: the program never ends, and the sanitizer looks for lost memory at its end
//@ expect(memsafety): false
// A server that never ends loses the memory of its first request.
#include <stdlib.h>

static int *request;

int main(void) {
    request = malloc(sizeof *request);
    if (!request) return 1;
    *request = 1;
    request = 0; //@ error: valid-memtrack
    for (;;) {
    }
}
