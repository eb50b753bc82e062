// _Generic: selection by type, default, qualifiers and decay
#include <stdio.h>

#define KIND(x)                                                                                                        \
    _Generic((x), char: "char", signed char: "schar", short: "short", int: "int", long: "long", float: "float",        \
             double: "double", char *: "char *", const char *: "const char *", int *: "int *", void *: "void *",       \
             int (*)(int): "function", default: "other")

struct s { int a; };

#define ABS(x) _Generic((x), int: abs_int, double: abs_double, long: abs_long)(x)
static int abs_int(int x) { return x < 0 ? -x : x; }
static long abs_long(long x) { return x < 0 ? -x : x; }
static double abs_double(double x) { return x < 0 ? -x : x; }
static int function(int x) { return x; }

int main(void)
{
    char c = 0;
    const int ci = 1;
    int array[3];
    struct s s = {1};
    printf("%s %s %s\n", KIND(c), KIND(c + 1), KIND('a'));
    printf("%s %s %s\n", KIND("text"), KIND(array), KIND(&array[1]));
    printf("%s %s %s\n", KIND(ci), KIND(1.0f), KIND((void *)0));
    printf("%s %s %s\n", KIND(s), KIND(function), KIND(1u));
    printf("%d %ld %.1f\n", ABS(-3), ABS(-4l), ABS(-5.5));
    int n = _Generic(s, struct s: s.a + 10, default: 0);
    printf("%d\n", n);
    printf("%zu\n", sizeof(_Generic(1, int: (char)1, default: 1ll)));
    _Generic(1, int: array)[1] = 8;
    printf("%d\n", array[1]);
    return 0;
}
