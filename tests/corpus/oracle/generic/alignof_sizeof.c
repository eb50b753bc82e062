// sizeof and _Alignof on types, expressions, parenthesised forms and derived types
#include <stdio.h>

struct s { char c; double d; };
union u { char c[9]; short s; };
typedef int vec[4];

int main(void)
{
    int i = 0;
    vec v;
    struct s s, *p = &s;
    printf("%zu %zu %zu\n", sizeof i, sizeof(i), sizeof(int));
    printf("%zu %zu %zu\n", sizeof v, sizeof *v, sizeof(vec *) / sizeof(void *));
    printf("%zu %zu %zu\n", sizeof *p, sizeof p->d, sizeof(p->c));
    printf("%zu %zu\n", sizeof(union u), _Alignof(union u));
    printf("%zu %zu\n", _Alignof(char), _Alignof(short));
    printf("%zu %zu\n", _Alignof(vec), __alignof__(s));
    printf("%d\n", (int)(sizeof(int) * 3 - 13));
    printf("%d\n", sizeof(int) - 5 > 0);
    printf("%zu\n", sizeof(char[sizeof(int)][3]));
    printf("%zu %zu\n", sizeof(int) * 2, sizeof(char) + 1);
    printf("%zu\n", sizeof(struct { int a[3]; char c; }[2]));
    printf("%zu %zu\n", sizeof(sizeof i), sizeof(i = 5));
    return i;
}
