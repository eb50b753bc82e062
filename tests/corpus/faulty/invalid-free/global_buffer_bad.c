// A buffer that is sometimes static and sometimes from the heap is always freed
#include <stdio.h>
#include <stdlib.h>

static char fixed[32];

static char *buffer_for(size_t n) { return n <= sizeof fixed ? fixed : malloc(n); }

int main(void)
{
    for (size_t n = 48; n >= 16; n -= 16) {
        char *b = buffer_for(n);
        if (!b)
            return 1;
        b[0] = 'x';
        printf("%c%zu\n", b[0], n);
        free(b); //@ error: invalid-free
    }
    return 0;
}
