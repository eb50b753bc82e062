// An index variable is never assigned when the search fails
#include <stdio.h>

int main(void)
{
    static const int table[256] = {4, 5, 6};
    const int wanted[2] = {9, 5};
    int sum = 0;
    for (int k = 0; k < 2; k++) {
        unsigned char at = 0;
        for (int i = 0; i < 3; i++)
            if (table[i] == wanted[k])
                at = (unsigned char)i;
        sum += table[at];
    }
    printf("%d\n", sum >= 0);
    return 0;
}
