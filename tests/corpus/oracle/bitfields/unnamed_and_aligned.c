// Unnamed fields, zero-width alignment and the alignment they give a struct
#include <stddef.h>
#include <stdio.h>

struct a { char x; int : 0; char y; };
struct b { char x; short : 0; char y; };
struct c { unsigned : 5; unsigned v : 3; };
struct d { char x; unsigned v : 1; };
struct e { char x; unsigned char v : 1; };
struct f { char x; long long v : 1; };
struct g { short x; int : 3; char y; };
struct h { int : 20; int v : 20; char last; };

#define SHOW(t) printf(#t " %zu %zu\n", sizeof(struct t), _Alignof(struct t))

int main(void)
{
    SHOW(a);
    SHOW(b);
    SHOW(c);
    SHOW(d);
    SHOW(e);
    SHOW(f);
    SHOW(g);
    SHOW(h);
    printf("%zu %zu %zu %zu\n", offsetof(struct a, y), offsetof(struct b, y), offsetof(struct g, y),
           offsetof(struct h, last));
    struct c c = {7};
    struct h h = {-3, 'l'};
    printf("%u %d %c\n", c.v, h.v, h.last);
    return 0;
}
