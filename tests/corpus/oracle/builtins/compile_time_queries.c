// types_compatible_p, choose_expr, constant_p on literals, classify and object_size
#include <stdio.h>

typedef int number;
struct s { char buffer[10]; int n; };

#define IS_INT(x) __builtin_types_compatible_p(__typeof__(x), int)
#define SIZE_OR(x, y) __builtin_choose_expr(sizeof(x) > 4, (y), (x))

int main(void)
{
    int i = 1;
    const int ci = 2;
    long l = 3;
    printf("%d %d %d\n", IS_INT(i), IS_INT(l), IS_INT(ci));
    printf("%d %d\n", __builtin_types_compatible_p(number, int), __builtin_types_compatible_p(int[], int[5]));
    printf("%d %d\n", __builtin_types_compatible_p(char *, signed char *), __builtin_types_compatible_p(long, int));
    printf("%d\n", SIZE_OR((char)7, "wrong branch"));
    printf("%s\n", SIZE_OR(5ll, "eight bytes"));
    printf("%zu\n", sizeof(__builtin_choose_expr(1, (char)1, 1ll)));
    printf("%d %d\n", __builtin_constant_p(42), __builtin_constant_p("x" == 0 ? 1 : 2) >= 0);
    struct s s = {{0}, 1};
    printf("%d\n", (int)__builtin_object_size(s.buffer, 1));
    printf("%d\n", (int)__builtin_object_size(&s, 0) == (int)sizeof s);
    printf("%d\n", (int)__builtin_offsetof(struct s, n));
    int array[__builtin_constant_p(1) ? 3 : 4];
    printf("%zu\n", sizeof array / sizeof *array);
    return 0;
}
