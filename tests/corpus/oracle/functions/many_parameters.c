// Functions with many parameters of different types
#include <stdio.h>

static double blend(char a, short b, int c, long d, long long e, float f, double g, long double h, unsigned char i,
                    unsigned j, int *k, const char *l, double m, float n, _Bool o, unsigned long long p)
{
    return a + b * 2 + c * 3 + d * 4 + e * 5 + f * 6 + g * 7 + (double)h * 8 + i * 9 + j * 10 + *k * 11 + l[1] * 12 +
           m * 13 + n * 14 + o * 15 + p * 16;
}

static int ints(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j)
{
    return a - b + c - d + e - f + g - h + i - j;
}

struct v3 { double x, y, z; };
static double dot(struct v3 a, double k, struct v3 b, int n) { return (a.x * b.x + a.y * b.y + a.z * b.z) * k + n; }

int main(void)
{
    int k = 4;
    printf("%.3f\n", blend(1, -2, 3, -4, 5, 0.5f, 1.25, 2.5L, 250, 7, &k, "xy", 0.125, 0.75f, 1, 9));
    printf("%d\n", ints(1, 2, 4, 8, 16, 32, 64, 128, 256, 512));
    printf("%.2f\n", dot((struct v3){1, 2, 3}, 0.5, (struct v3){4, 5, 6}, 7));
    return 0;
}
