// VLA parameters: the size expression uses other parameters, and [static] and [*] forms
#include <stdio.h>

static int total(int n, const int v[n]);
static int total2(int, int, int[*][*]);

static int total(int n, const int v[n])
{
    int t = 0;
    for (int i = 0; i < n; i++)
        t += v[i];
    return t;
}

static int total2(int rows, int cols, int m[rows][cols])
{
    int t = 0;
    for (int i = 0; i < rows; i++)
        t = t * 7 + total(cols, m[i]);
    return t + (int)(sizeof m[0] / sizeof m[0][0]);
}

static int transpose(int r, int c, int from[r][c], int to[c][r])
{
    for (int i = 0; i < r; i++)
        for (int j = 0; j < c; j++)
            to[j][i] = from[i][j];
    return to[c - 1][0];
}

int main(void)
{
    int flat[5] = {1, 2, 3, 4, 5};
    printf("%d %d\n", total(5, flat), total(2, flat + 3));
    int m[2][3] = {{1, 2, 3}, {4, 5, 6}}, t[3][2];
    printf("%d\n", total2(2, 3, m));
    printf("%d\n", transpose(2, 3, m, t));
    for (int i = 0; i < 3; i++)
        printf("%d %d, ", t[i][0], t[i][1]);
    printf("\n");
    return 0;
}
