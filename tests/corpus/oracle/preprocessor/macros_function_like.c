// Function-like macros: arguments, nesting, recursion stops, empty arguments
#include <stdio.h>

#define SQUARE(x) ((x) * (x))
#define BAD_SQUARE(x) x * x
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define CALL(f, x) f(x)
#define EMPTY
#define FIRST(a, b) a
#define ID(x) x
#define SELF SELF_VALUE + 1
#define SELF_VALUE 5
static int foo = 6;
#define foo foo + 1
#define NOARGS() 42
#define MULTI(x)                                                                                                       \
    do {                                                                                                               \
        total += (x);                                                                                                  \
        calls++;                                                                                                       \
    } while (0)

int main(void)
{
    int total = 0, calls = 0;
    printf("%d %d\n", SQUARE(2 + 3), BAD_SQUARE(2 + 3));
    printf("%d\n", MAX(MAX(1, 9), MAX(4, 5)));
    printf("%d %d\n", CALL(SQUARE, 7), CALL(ID, ID(3)));
    printf("%d\n", FIRST((1, 2), 3) + FIRST(, 5) + 0);
    printf("%d\n", SELF * 2);
    printf("%d\n", SQUARE(4) EMPTY + NOARGS());
    printf("%d\n", foo * 10);
    if (calls == 0)
        MULTI(5);
    else
        MULTI(6);
    printf("%d %d\n", total, calls);
    int (SQUARE) = 3;
    printf("%d\n", SQUARE + SQUARE(2));
    return 0;
}
