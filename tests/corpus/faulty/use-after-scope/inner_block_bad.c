// A pointer outlives the block of the variable it points to
#include <stdio.h>

int main(void)
{
    int *p = NULL;
    int outer = 1;
    if (outer) {
        int inner = 5;
        p = &inner;
    }
    *p += outer; //@ error: use-after-scope
    printf("%d\n", outer);
    return 0;
}
