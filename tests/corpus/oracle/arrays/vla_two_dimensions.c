// Two-dimensional variable length arrays and pointers to them
#include <stdio.h>
#include <stdlib.h>

static void fill(int rows, int cols, int m[rows][cols])
{
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++)
            m[i][j] = i * cols + j;
}

static int trace(int n, int (*m)[n])
{
    int t = 0;
    for (int i = 0; i < n; i++)
        t += m[i][i];
    return t;
}

int main(void)
{
    int n = 3;
    int square[n][n];
    fill(n, n, square);
    printf("%d %zu %zu\n", trace(n, square), sizeof square, sizeof square[0]);
    int r = 2, c = 5;
    int wide[r][c];
    fill(r, c, wide);
    printf("%d %d\n", wide[1][0], wide[1][4]);
    int (*row)[c] = wide;
    c = 1;
    row++;
    printf("%d %zu\n", (*row)[2], sizeof *row);
    int (*heap)[n] = malloc(sizeof(int[4][n]));
    if (!heap)
        return 1;
    fill(4, n, heap);
    printf("%d %d\n", heap[3][2], (int)(&heap[3] - heap));
    free(heap);
    int mixed[n][2];
    mixed[2][1] = 9;
    printf("%zu %d\n", sizeof mixed, mixed[n - 1][1]);
    typedef int line[n];
    n = 50;
    line l;
    printf("%zu\n", sizeof l);
    return 0;
}
