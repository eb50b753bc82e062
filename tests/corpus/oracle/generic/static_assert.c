// _Static_assert at file scope, in blocks and in structs
#include <assert.h>
#include <limits.h>
#include <stdio.h>

_Static_assert(CHAR_BIT == 8, "bytes have eight bits");
static_assert(sizeof(int) == 4, "int has four bytes");

struct header {
    char magic[4];
    int version;
    _Static_assert(sizeof(short) == 2, "inside a struct");
};
_Static_assert(sizeof(struct header) == 8, "no padding");

enum { A = 3, B };

int main(void)
{
    _Static_assert(B == A + 1, "enumerators");
    static_assert(1);
    struct header h = {"ELF", 2};
    for (int i = 0; i < 2; i++) {
        _Static_assert(sizeof "abc" == 4, "literals");
        h.version += i;
    }
    printf("%s %d\n", h.magic, h.version);
    return 0;
}
