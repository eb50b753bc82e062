// Function pointers: assignment, call forms, comparison, tables, parameters and results
#include <stdio.h>

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }

typedef int (*binary)(int, int);

static binary choose(char op)
{
    switch (op) {
    case '+': return add;
    case '-': return &sub;
    case '*': return *mul;
    }
    return 0;
}

static int (*pick(int n))(int, int) { return n ? add : sub; }

static int fold(const int *v, int n, int start, int f(int, int))
{
    while (n--)
        start = f(start, *v++);
    return start;
}

int main(void)
{
    binary f = add;
    printf("%d %d %d %d\n", f(1, 2), (*f)(3, 4), (**f)(5, 6), (&add)(7, 8));
    printf("%d %d %d\n", choose('+')(9, 3), choose('-')(9, 3), choose('*')(9, 3));
    printf("%d %d\n", choose('/') == 0, choose('+') == add);
    printf("%d %d\n", pick(1)(10, 4), pick(0)(10, 4));
    int v[] = {1, 2, 3, 4, 5};
    printf("%d %d\n", fold(v, 5, 0, add), fold(v, 5, 1, mul));
    binary table[] = {add, sub, mul};
    for (unsigned i = 0; i < 3; i++)
        printf("%d ", table[i](6, 7));
    printf("\n");
    int (**pp)(int, int) = table + 1;
    printf("%d\n", (*pp)(1, 1));
    f = f ? mul : add;
    return f(6, 7);
}
