// A variable declared in a loop body is a new one, without a value, in each round
#include <stdio.h>

int main(void)
{
    static const int inputs[3] = {4, 7, 6};
    int odd = 0;
    for (int i = 0; i < 3; i++) {
        int is_odd;
        if (i == 0 || inputs[i] % 2)
            is_odd = inputs[i] % 2;
        if (is_odd) //@ error: uninitialised
            odd++;
    }
    printf("%d\n", odd > 0);
    return 0;
}
