// GNU statement expressions: value of the last statement, own scope, jumps out of nested loops
#include <stdio.h>

#define MAX(a, b)                                                                                                      \
    ({                                                                                                                 \
        __typeof__(a) a_ = (a);                                                                                        \
        __typeof__(b) b_ = (b);                                                                                        \
        a_ > b_ ? a_ : b_;                                                                                             \
    })

static int factorial(int n)
{
    return ({ int r = 1; while (n > 1) r *= n--; r; });
}

int main(void)
{
    int i = 3, j = 8;
    int larger = MAX(i++, j++);
    printf("%d\n", larger);
    printf("%d %d\n", i, j);
    printf("%d\n", MAX(MAX(1, 5), MAX(4, 2)));
    int x = ({ int y = 4; y * y; }) + ({ 1; });
    printf("%d\n", x);
    printf("%d\n", factorial(6));
    int total = 0;
    for (int k = 0; k < 10; k++)
        total += ({ if (k == 5) break; k; });
    printf("%d\n", total);
    struct point { int x, y; };
    printf("%d\n", ({ struct point p = {5, 6}; p; }).y);
    ({ total++; });
    const char *s = ({ total > 5 ? "big" : "small"; });
    printf("%s %d\n", s, total);
    return 0;
}
