// A later designator overrides an earlier one, member by member or as a whole
#include <stdio.h>

struct point { int x, y, z; };
struct line { struct point from, to; };

static struct line fixed = {.from = {1, 2, 3}, .from.y = 20, .to.x = 4, .to = {.x = 5, .z = 9}};

int main(void)
{
    printf("%d %d %d %d %d %d\n", fixed.from.x, fixed.from.y, fixed.from.z, fixed.to.x, fixed.to.y, fixed.to.z);
    struct line l = {.to = {7, 8, 9}, .to.x = 70, .from.z = 3};
    printf("%d %d %d %d %d %d\n", l.from.x, l.from.y, l.from.z, l.to.x, l.to.y, l.to.z);
    struct line again = {.from.x = 1, .from = {.y = 2, .x = 3}};
    printf("%d %d %d\n", again.from.x, again.from.y, again.from.z);
    int a[6] = {[0 ... 5] = 1, [2 ... 3] = 2, [3] = 3};
    for (int i = 0; i < 6; i++)
        printf("%d", a[i]);
    printf("\n");
    struct line lines[2] = {[1].from.x = 5, [0] = {{1}}, [1].to = {6}};
    printf("%d %d %d\n", lines[0].from.x, lines[1].from.x, lines[1].to.x);
    return 0;
}
