// exit ends the program from a nested call with its code, after flushing output
#include <stdio.h>
#include <stdlib.h>

static void descend(int n)
{
    printf("%d ", n);
    if (n == 0) {
        printf("bottom");
        exit(42);
    }
    descend(n - 1);
    printf("never\n");
}

int main(void)
{
    descend(3);
    return 1;
}
