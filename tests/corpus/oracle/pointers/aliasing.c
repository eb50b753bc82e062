// Two pointers to the same object see each other's writes
#include <stdio.h>

static int update(int *a, int *b)
{
    *a = 1;
    *b = 2;
    return *a * 10 + *b;
}

static int through_char(int *p)
{
    unsigned char *c = (unsigned char *)p;
    *p = 0x01010101;
    c[2] = 5;
    return *p;
}

struct s { int a, b; };
static int members(struct s *p, int *q)
{
    p->b = 10;
    *q = 20;
    return p->b;
}

int main(void)
{
    int x, y;
    printf("%d\n", update(&x, &y));
    printf("%d\n", update(&x, &x));
    printf("%x\n", through_char(&x));
    struct s s = {1, 2};
    printf("%d %d\n", members(&s, &s.a), members(&s, &s.b));
    int a[4] = {1, 2, 3, 4}, *p = a, *q = a + 1;
    for (int i = 0; i < 3; i++)
        q[i] = p[i] + 1;
    printf("%d %d %d %d\n", a[0], a[1], a[2], a[3]);
    int **pp = &p;
    *pp = q;
    *p = 99;
    printf("%d\n", a[1]);
    return 0;
}
