// Complicated declarators
#include <stdio.h>

static int one(void) { return 1; }
static int two(void) { return 2; }
static int (*const functions[2])(void) = {one, two};
static int (*select(int i))(void) { return functions[i]; }
static int (*(*chooser)(int))(void) = select;
static int grid[2][3] = {{1, 2, 3}, {4, 5, 6}};
static int (*row(int i))[3] { return &grid[i]; }
static int *(*maker(void))(int *);
static int *same(int *p) { return p; }
static int *(*maker(void))(int *) { return same; }
typedef int (*predicate)(int);
static int positive(int n) { return n > 0; }
static predicate (*meta)(void);
static predicate give(void) { return positive; }

int main(void)
{
    printf("%d %d\n", functions[1](), select(0)());
    printf("%d\n", chooser(1)());
    printf("%d %d\n", (*row(1))[2], row(0)[1][0]);
    int x = 5;
    printf("%d\n", *maker()(&x));
    meta = give;
    printf("%d %d\n", meta()(4), (*(*meta)())(-4));
    char *(*names[2])[2] = {&(char *[2]){"a", "b"}, &(char *[2]){"c", "d"}};
    printf("%s%s\n", (*names[1])[0], (*names[0])[1]);
    int *a, b, **c, d[2], (*e)[2] = &d;
    a = &b;
    c = &a;
    **c = 8;
    (*e)[1] = b;
    printf("%d %d\n", b, d[1]);
    return 0;
}
