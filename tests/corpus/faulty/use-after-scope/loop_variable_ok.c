// The address of a variable declared in the loop body is used after the loop
#include <stdio.h>

int main(void)
{
    int *largest = NULL;
    static const int values[4] = {3, 9, 2, 7};
    int copies[4];
    for (int i = 0; i < 4; i++) {
        copies[i] = values[i] * 2;
        if (i == 1)
            largest = &copies[i];
    }
    printf("%d\n", *largest);
    return 0;
}
