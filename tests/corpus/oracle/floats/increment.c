// ++ and -- on floating variables, and float loop counters
#include <stdio.h>

int main(void)
{
    float f = 0.5f;
    printf("%.1f ", f++);
    printf("%.1f ", f);
    printf("%.1f ", --f);
    printf("%.1f\n", -f--);
    double d = 9007199254740991.0;
    d++;
    d++;
    printf("%.1f\n", d);
    int n = 0;
    for (double x = 0; x < 1; x += 0.1)
        n++;
    printf("%d\n", n);
    n = 0;
    for (float x = 0; x != 1.0f; x += 0.125f)
        n++;
    printf("%d\n", n);
    double a[2] = {1.5, 2.5};
    double *p = a;
    (*p)++;
    *p++ += 10;
    (*p)--;
    printf("%.2f %.2f\n", a[0], a[1]);
    return 0;
}
