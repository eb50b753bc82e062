// A call before any declaration assumes int f()
#include <stdio.h>

int main(void)
{
    int v = undeclared(4, 'a');
    printf("%d\n", v);
    printf("%d\n", also_undeclared() + undeclared(1, 1));
    return 0;
}

int undeclared(int a, int b) { return a * 1000 + b; }
int also_undeclared(void) { return 5; }
