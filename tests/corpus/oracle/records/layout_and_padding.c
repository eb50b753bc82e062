// Struct layout: padding between members and at the end
#include <stddef.h>
#include <stdio.h>

struct a { char c; int i; char d; };
struct b { char c, d; int i; };
struct c { char c; double d; short s; };
struct d { char c; long long ll; char e; };
struct e { struct a in; char tail; };
struct f { char c; struct c in[2]; };
struct g { short s[3]; char c; long l; };
struct h { char c[5]; };
struct i { float f; char c; void *p; long double ld; };

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
    SHOW(i);
    printf("%zu %zu %zu\n", offsetof(struct a, i), offsetof(struct c, d), offsetof(struct c, s));
    printf("%zu %zu\n", offsetof(struct d, ll), offsetof(struct d, e));
    printf("%zu %zu\n", offsetof(struct e, tail), offsetof(struct f, in[1].s));
    printf("%zu %zu %zu\n", offsetof(struct g, l), offsetof(struct i, p), offsetof(struct i, ld));
    return 0;
}
