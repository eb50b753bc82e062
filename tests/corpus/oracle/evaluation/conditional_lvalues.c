// Members of struct-valued expressions: conditional, comma, call, assignment
#include <stdio.h>

struct box { int w, h; int cells[3]; };

static struct box make(int w)
{
    struct box b = {w, w * 2, {w, w + 1, w + 2}};
    return b;
}

int main(void)
{
    struct box a = make(1), b = make(10), c;
    int pick = 1;
    printf("%d\n", (pick ? a : b).h);
    printf("%d\n", (pick = 0, b).w);
    printf("%d\n", (c = b).cells[1]);
    printf("%d\n", make(7).h);
    printf("%d\n", make(7).cells[2]);
    printf("%d\n", (pick ? a : b).cells[0]);
    (pick ? &a : &b)->w = 55;
    printf("%d %d %d\n", a.w, b.w, c.w);
    c = pick ? a : make(3);
    printf("%d %d\n", c.w, c.cells[2]);
    return 0;
}
