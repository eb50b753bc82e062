// float expressions stay float; mixed expressions are done in double
#include <stdio.h>

int main(void)
{
    float a = 16777216.0f, one = 1.0f;
    printf("%.1f %.1f\n", a + one, a + 1.0);
    printf("%.1f\n", (double)a + one);
    printf("%zu %zu\n", sizeof(a + one), sizeof(a + 1.0));
    float product = 1.1f * 1.1f;
    printf("%.10f %.10f\n", product, 1.1f * 1.1);
    int i = 16777217;
    printf("%.1f\n", i + one);
    printf("%d\n", i == (float)i);
    float f = 0.1;
    f += 0.2;
    printf("%.9g\n", f);
    f = 0.1f + 0.2f;
    printf("%.9g\n", f);
    float acc = 0;
    for (int k = 1; k <= 20; k++)
        acc += 1.0f / k;
    printf("%.9g\n", acc);
    float big = 3e38f;
    printf("%g %g\n", big * 10 / 10, (double)big * 10 / 10);
    return 0;
}
