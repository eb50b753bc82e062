// Bit-field layout: packing into units, straddling, zero width, seen through bytes
#include <stdio.h>
#include <string.h>

struct plain { unsigned a : 3, b : 7, c : 6; };
struct zero { unsigned a : 3; unsigned : 0; unsigned b : 7; };
struct hole { unsigned a : 3; unsigned : 4; unsigned b : 7; };
struct straddle { unsigned a : 20, b : 20; };
struct chars { unsigned char a : 4, b : 5, c : 4; };
struct mixed { char c; unsigned a : 12; short s; unsigned b : 4; };
struct ll { unsigned long long a : 40, b : 20; };
struct shorts { unsigned short a : 9; unsigned b : 9; };
struct charzero { char a : 2; char : 0; char b : 2; };

static void bytes(const char *name, const void *p, size_t n)
{
    const unsigned char *b = p;
    printf("%s %zu:", name, n);
    for (size_t i = 0; i < n; i++)
        printf(" %02x", b[i]);
    printf("\n");
}

#define SHOW(type, ...)                                                                                                \
    do {                                                                                                               \
        struct type v;                                                                                                 \
        memset(&v, 0, sizeof v);                                                                                       \
        v.a = -1;                                                                                                      \
        v.b = 5;                                                                                                       \
        bytes(#type, &v, sizeof v);                                                                                    \
    } while (0)

int main(void)
{
    SHOW(plain);
    SHOW(zero);
    SHOW(hole);
    SHOW(straddle);
    SHOW(chars);
    SHOW(mixed);
    SHOW(ll);
    SHOW(shorts);
    SHOW(charzero);
    return 0;
}
