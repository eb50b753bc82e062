// _Exit ends at once with its code
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int n = 3;
    while (n--)
        if (n == 1)
            _Exit(n + 8);
    return 0;
}
