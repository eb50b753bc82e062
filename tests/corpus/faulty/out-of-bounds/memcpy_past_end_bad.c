// memcpy with a count in elements of the wrong array
#include <stdio.h>
#include <string.h>

int main(void)
{
    int source[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    int target[6] = {0};
    memcpy(target, source, sizeof source); //@ error: out-of-bounds
    printf("%d\n", target[5]);
    return 0;
}
