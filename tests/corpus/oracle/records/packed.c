// Packed structs: no padding, unaligned members, packed members only
#include <stddef.h>
#include <stdio.h>

struct __attribute__((packed)) p1 { char c; int i; short s; double d; };
struct p2 { char c; int i __attribute__((packed)); short s; };
struct __attribute__((packed)) p3 { char c; struct p1 in; long long ll; };
#pragma pack(push, 2)
struct p4 { char c; int i; double d; };
#pragma pack(pop)
struct p5 { char c; int i; };
struct __attribute__((packed)) holder { char c; struct p5 normal; };

int main(void)
{
    printf("%zu %zu %zu %zu %zu %zu\n", sizeof(struct p1), sizeof(struct p2), sizeof(struct p3), sizeof(struct p4),
           sizeof(struct p5), sizeof(struct holder));
    printf("%zu %zu %zu\n", offsetof(struct p1, d), offsetof(struct p2, i), offsetof(struct p2, s));
    printf("%zu %zu\n", offsetof(struct p4, i), offsetof(struct p4, d));
    printf("%zu %zu\n", _Alignof(struct p1), _Alignof(struct p4));
    struct p1 v = {'a', 0x01020304, -5, 2.5};
    v.i++;
    v.d *= 2;
    v.s -= 1000;
    printf("%c %x %d %.1f\n", v.c, v.i, v.s, v.d);
    struct p3 w = {'b', v, -1};
    w.in.i += 5;
    printf("%x %lld %d\n", w.in.i, w.ll, ((unsigned char *)&w)[2]);
    struct p1 list[3] = {v, {.i = 7}};
    printf("%zu %d %d\n", sizeof list, list[1].i, list[2].i);
    return 0;
}
