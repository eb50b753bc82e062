// Floating values as conditions of if, while, !, && and ?:
#include <stdio.h>

static const char *truth(double d)
{
    if (d)
        return "yes";
    return "no";
}

int main(void)
{
    volatile double zero = 0.0;
    printf("%s %s %s\n", truth(0.0), truth(-0.0), truth(0.1));
    printf("%s %s\n", truth(5e-324), truth(zero / zero));
    float f = 3;
    while (f)
        f -= 1;
    printf("%.1f\n", f);
    printf("%d %d\n", 0.5 && 0.25, 0.0 || -0.0);
    printf("%d\n", 0.1 ? 1 : 2);
    printf("%d %d\n", !0.0, !0.5f);
    int n = 0;
    for (double d = 8; d >= 0.5; d /= 2)
        n++;
    printf("%d\n", n);
    do
        n--;
    while (n > 2.5);
    printf("%d\n", n);
    return 0;
}
