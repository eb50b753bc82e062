// Variable length arrays in one dimension: sizeof, loops, lifetime per iteration
#include <stdio.h>

static int squares(int n)
{
    int v[n];
    for (int i = 0; i < n; i++)
        v[i] = i * i;
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += v[i];
    return sum + (int)sizeof v;
}

int main(void)
{
    for (int n = 1; n < 6; n++)
        printf("%d ", squares(n));
    printf("\n");
    int k = 4;
    char text[k + 1];
    k = 100;
    for (int i = 0; i < 4; i++)
        text[i] = 'a' + i;
    text[4] = 0;
    printf("%s %zu\n", text, sizeof text);
    for (int i = 1; i <= 3; i++) {
        short local[i * 2];
        for (int j = 0; j < i * 2; j++)
            local[j] = j;
        printf("%zu:%d ", sizeof local, local[i * 2 - 1]);
    }
    printf("\n");
    int i = 2;
    size_t s = sizeof(int[i++]);
    printf("%d %d\n", (int)s, i);
    int *p = &(int){3};
    double d[*p];
    d[2] = 2.5;
    printf("%.1f %zu\n", d[2], sizeof d / sizeof d[0]);
    return 0;
}
