// Initialising unions: first member, named member, nested
#include <stdio.h>

union value { int i; unsigned char bytes[8]; long long ll; };
struct tagged { int tag; union value v; };

static union value first = {0x01020304};
static union value named = {.bytes = {1, 0, 0, 0, 2}};
static struct tagged list[] = {{1, {5}}, {2, {.ll = 0x100000001ll}}, {.v.bytes[1] = 1}};

int main(void)
{
    printf("%d %d\n", first.bytes[0], first.bytes[3]);
    printf("%d %lld\n", named.i, named.ll);
    printf("%d %d %d\n", list[0].v.i, list[1].v.bytes[4], list[2].v.i);
    union value local = {.ll = -1};
    local.bytes[2] = 0;
    printf("%x\n", local.i);
    union { struct { short lo, hi; } half; int whole; } u = {{1, 2}};
    printf("%d\n", u.whole);
    union { struct { short lo, hi; } half; int whole; } w = {.half.hi = 3};
    printf("%d\n", w.whole);
    union value copy = named;
    printf("%d\n", copy.bytes[4]);
    return 0;
}
