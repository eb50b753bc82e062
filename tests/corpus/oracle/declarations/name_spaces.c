// Labels, tags, members and ordinary names live in separate name spaces
#include <stdio.h>

struct x { int x; struct { int x; } y; };
union y { int x; char y; };
enum z { z0, z1 };

static int x(struct x x)
{
    int y = x.x;
    goto x;
    y = 0;
x:
    return y + x.y.x;
}

int main(void)
{
    struct x y = {1, {2}};
    union y z = {3};
    enum z w = z1;
    printf("%d %d %d\n", x(y), z.x, w);
    int printf_ = 4, main_ = 5;
    goto y;
y:
    printf("%d\n", printf_ + main_ + y.y.x);
    struct s { int s; } s = {6};
    struct s *t = &s;
    printf("%d\n", t->s);
    return 0;
}
