// Weak definitions, weak undefined references and aliases
#include <stdio.h>

__attribute__((weak)) int overridable(void) { return 7; }
extern int missing(void) __attribute__((weak));
int real_function(int n) { return n + 1; }
int other_name(int n) __attribute__((alias("real_function")));
__attribute__((weak)) int weak_variable = 11;

int main(void)
{
    printf("%d\n", overridable());
    if (missing)
        printf("%d\n", missing());
    else
        printf("missing\n");
    printf("%d %d\n", real_function(1), other_name(2));
    weak_variable++;
    printf("%d\n", weak_variable);
    return 0;
}
