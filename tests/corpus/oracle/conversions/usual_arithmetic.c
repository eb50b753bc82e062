// Usual arithmetic conversions: which type an expression with two different operand types has
#include <stdio.h>

#define NAME(x)                                                                                                        \
    _Generic((x), int: "int", unsigned: "unsigned", long: "long", unsigned long: "unsigned long",                      \
             long long: "long long", unsigned long long: "unsigned long long", float: "float", double: "double",       \
             long double: "long double", default: "other")

int main(void)
{
    char c = 1;
    short s = 2;
    unsigned short us = 3;
    int i = 4;
    unsigned u = 5;
    long l = 6;
    unsigned long ul = 7;
    long long ll = 8;
    unsigned long long ull = 9;
    float f = 1.0f;
    double d = 2.0;
    long double ld = 3.0L;

    printf("%s %s %s\n", NAME(c + c), NAME(s + us), NAME(us * us));
    printf("%s %s %s\n", NAME(i + u), NAME(u + l), NAME(l + u));
    printf("%s %s %s\n", NAME(l + ul), NAME(ul + ll), NAME(ll + ull));
    printf("%s %s\n", NAME(u + ll), NAME(ul | ll));
    printf("%s %s %s\n", NAME(f + i), NAME(f + d), NAME(d + ld));
    printf("%s %s\n", NAME(ull + f), NAME(ull * d));
    printf("%s %s\n", NAME(1 ? i : u), NAME(0 ? c : d));
    printf("%s %s %s\n", NAME(c << ll), NAME(ll << c), NAME(i == ll));
    return 0;
}
