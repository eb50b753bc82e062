// The aligned attribute and _Alignas on types, members and variables
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct __attribute__((aligned(16))) a16 { char c; };
struct member { char c; int i __attribute__((aligned(8))); char d; };
struct alignas_member { char c; _Alignas(16) char v; };
typedef int int32_aligned __attribute__((aligned(32)));
struct uses { char c; int32_aligned x; };
struct __attribute__((packed, aligned(4))) both { char c; int i; char d; };

static _Alignas(64) char buffer[10];

int main(void)
{
    printf("%zu %zu\n", sizeof(struct a16), _Alignof(struct a16));
    printf("%zu %zu\n", sizeof(struct member), offsetof(struct member, i));
    printf("%zu %zu\n", sizeof(struct alignas_member), offsetof(struct alignas_member, v));
    printf("%zu %zu\n", sizeof(struct uses), offsetof(struct uses, x));
    printf("%zu %zu\n", sizeof(struct both), offsetof(struct both, d));
    printf("%d\n", (int)((uintptr_t)buffer % 64));
    _Alignas(double) char local[sizeof(double)];
    printf("%d %zu\n", (int)((uintptr_t)local % _Alignof(double)), sizeof local);
    struct a16 list[2];
    printf("%zu %d\n", sizeof list, (int)((char *)&list[1] - (char *)&list[0]));
    printf("%zu\n", _Alignof(buffer));
    printf("%zu %zu\n", __alignof__(int), _Alignof(int[7]));
    return 0;
}
