// A switch over a variable that only some inputs set
#include <stdio.h>

enum op { ADD, SUB };

static int compute(char c, int a, int b)
{
    enum op op;
    if (c == '+')
        op = ADD;
    switch (op) { //@ error: uninitialised
    case ADD: return a + b;
    case SUB: return a - b;
    }
    return 0;
}

int main(void)
{
    printf("%d\n", compute('+', 2, 1));
    printf("%d\n", compute('-', 2, 1) < 100);
    return 0;
}
