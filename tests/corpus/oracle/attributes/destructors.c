// Destructors run after main returns
#include <stdio.h>

static int n = 1;

__attribute__((destructor)) static void last(void) { printf("destructor %d\n", n); }
__attribute__((constructor)) static void first(void) { printf("constructor %d\n", n++); }

int main(void)
{
    printf("main %d\n", n++);
    return 3;
}
