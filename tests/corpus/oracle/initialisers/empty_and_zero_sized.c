// GNU empty structs, zero-length arrays and empty initialisers
#include <stddef.h>
#include <stdio.h>

struct empty {};
struct zero { int n; int data[0]; };
struct wraps { struct empty e; char c; struct empty f[3]; };

static struct empty nothing;

static struct empty pass(struct empty e) { return e; }

int main(void)
{
    printf("%zu %zu %zu\n", sizeof(struct empty), sizeof(struct zero), sizeof(struct wraps));
    printf("%zu %zu\n", offsetof(struct zero, data), offsetof(struct wraps, c));
    struct empty local = {};
    nothing = pass(local);
    struct wraps w = {.c = 'w'};
    struct wraps copy = w;
    printf("%c\n", copy.c);
    int none[0];
    printf("%zu\n", sizeof none);
    struct zero z = {};
    printf("%d\n", z.n);
    return 0;
}
