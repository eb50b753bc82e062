// GNU cast to a union type, and unions as parameters
#include <stdio.h>

union number { int i; double d; const char *s; };

static int as_int(union number n) { return n.i; }
static double as_double(union number n) { return n.d; }

int main(void)
{
    int i = 7;
    double d = 2.5;
    union number n = (union number)i;
    printf("%d\n", n.i);
    n = (union number)d;
    printf("%.1f\n", n.d);
    printf("%d %.1f\n", as_int((union number)i), as_double((union number)d));
    printf("%s\n", ((union number)(const char *)"text").s);
    union number list[2] = {{.i = 3}, {.d = 0.5}};
    list[0] = list[1];
    printf("%.1f\n", list[0].d);
    return 0;
}
