// printf: %a in double
#include <stdio.h>

int main(void)
{
    printf("%a %a %a\n", 1.0, 0.5, -2.75);
    printf("%a %a\n", 0.1, 1e300);
    printf("%a %a\n", 0.0, -0.0);
    printf("%A\n", 255.0 / 256);
    printf("%.3a %.1a\n", 1.0 / 3, 1.96875);
    printf("%20a|%-20a|\n", 1.5, 1.5);
    printf("%a\n", (double)0.1f);
    return 0;
}
