// Compound literals: structs, arrays, scalars, addresses, and as arguments
#include <stdio.h>

struct point { int x, y; };

static struct point origin = (struct point){3, 4};
static int *file_scope = (int[]){5, 6, 7};
static struct point *shared = &(struct point){8, 9};

static int area(struct point p) { return p.x * p.y; }
static int total(const int *v, int n)
{
    int t = 0;
    while (n--)
        t += *v++;
    return t;
}

int main(void)
{
    printf("%d %d\n", area((struct point){3, 5}), area((struct point){.y = 7, .x = 2}));
    printf("%d\n", total((int[]){1, 2, 3, 4}, 4));
    printf("%d\n", (int[3]){9, 8}[1] + (int){5});
    struct point *p = &(struct point){1, 2};
    p->x += 10;
    printf("%d %d\n", p->x, p->y);
    printf("%d %d %d\n", origin.y, file_scope[2], shared->x);
    file_scope[0]++;
    shared->y++;
    printf("%d %d\n", file_scope[0], shared->y);
    char *s = (char[]){"mutable"};
    s[0] = 'M';
    printf("%s %zu\n", s, sizeof(char[]){"mutable"});
    p = &(struct point){area(*p), 0};
    printf("%d %d\n", p->x, p->y);
    int *scalar = &(int){41};
    ++*scalar;
    printf("%d\n", *scalar);
    return 0;
}
