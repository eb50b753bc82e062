// Multi-dimensional arrays: layout, indexing, pointers to rows, parameters
#include <stdio.h>

static int sum_rows(int rows, int m[][4])
{
    int s = 0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < 4; j++)
            s += m[i][j] * (i + 1);
    return s;
}

static int deep[2][3][4];

int main(void)
{
    int m[3][4];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            m[i][j] = i * 10 + j;
    printf("%d %d\n", m[2][3], *(*(m + 1) + 2));
    int (*row)[4] = m + 1;
    printf("%d %d %d\n", (*row)[0], row[1][1], (int)(&m[2] - row));
    printf("%d\n", sum_rows(3, m));
    printf("%zu %zu %zu\n", sizeof m, sizeof m[0], sizeof *row);
    int n = 0;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 4; k++)
                deep[i][j][k] = n++;
    printf("%d %d %d\n", deep[1][2][3], deep[0][1][0], *deep[1][1]);
    int (*plane)[4] = deep[1];
    printf("%d\n", plane[2][1]);
    printf("%d\n", (int)((char *)&deep[1][0][0] - (char *)deep));
    char names[2][8] = {"first", "second"};
    printf("%s %c\n", names[1], names[0][2]);
    return 0;
}
