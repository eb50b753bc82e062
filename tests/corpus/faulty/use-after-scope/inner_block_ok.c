// A pointer outlives the block of the variable it points to
#include <stdio.h>

int main(void)
{
    int *p = NULL;
    int outer = 1;
    if (outer) {
        outer = 5;
        p = &outer;
    }
    *p += outer;
    printf("%d\n", outer);
    return 0;
}
