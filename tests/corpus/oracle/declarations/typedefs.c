// typedef names: arrays, functions, structs, shadowed by variables
#include <stdio.h>

typedef int row[3], *ip, (*fn)(ip, int);
typedef struct tree { struct tree *left, *right; int v; } tree, *treep;
typedef row matrix[2];
typedef int function_type(int);
typedef const char *string;

static function_type square;
static int square(int x) { return x * x; }
static int total(ip p, int n)
{
    int t = 0;
    while (n--)
        t += *p++;
    return t;
}
static int sum(treep t) { return t ? sum(t->left) + t->v + sum(t->right) : 0; }

int main(void)
{
    matrix m = {{1, 2, 3}, {4, 5, 6}};
    fn f = total;
    printf("%d %d\n", f(m[1], 3), f(&m[0][0], 2));
    tree a = {0, 0, 1}, b = {0, 0, 2}, c = {&a, &b, 3};
    printf("%d %d\n", sum(&c), square(9));
    function_type *pf = &square;
    string s = "text";
    const ip constant = m[0];
    *constant = 50;
    printf("%d %s %d\n", pf(3), s, m[0][0]);
    int row = 5;
    printf("%d %zu\n", row * 2, sizeof(matrix) / sizeof(int));
    {
        typedef double ip;
        ip d = 0.25;
        printf("%.2f\n", d);
    }
    return 0;
}
