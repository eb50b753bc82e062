// EXIT_SUCCESS, EXIT_FAILURE and exit in an expression
#include <stdio.h>
#include <stdlib.h>

static int check(int v) { return v > 2 ? (exit(EXIT_FAILURE), 0) : v; }

int main(void)
{
    printf("%d %d\n", EXIT_SUCCESS, EXIT_FAILURE);
    for (int i = 0; i < 10; i++)
        printf("%d\n", check(i));
    return EXIT_SUCCESS;
}
