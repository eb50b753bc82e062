// Products of matrices of different shapes.
#include <assert.h>
#include <stdio.h>

#define ROWS 2
#define INNER 3
#define COLUMNS 4

static void multiply(int a[ROWS][INNER], int b[INNER][COLUMNS], int product[ROWS][COLUMNS]) {
    for (int i = 0; i < ROWS; i++) {
        for (int j = 0; j < COLUMNS; j++) {
            product[i][j] = 0;
            for (int k = 0; k < INNER; k++)
                product[i][j] += a[i][k] * b[j][k]; // rows and columns mixed up
        }
    }
}

int main(void) {
    int a[ROWS][INNER];
    int b[INNER][COLUMNS];
    int product[ROWS][COLUMNS];
    for (int i = 0; i < ROWS; i++)
        for (int k = 0; k < INNER; k++)
            if (scanf("%d", &a[i][k]) != 1 || a[i][k] < -100 || a[i][k] > 100)
                return 1;
    // The columns of b are 1, 2, 4 and 8 times the first unit vector.
    for (int k = 0; k < INNER; k++)
        for (int j = 0; j < COLUMNS; j++)
            b[k][j] = k == 0 ? 1 << j : 0;
    multiply(a, b, product);
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            assert(product[i][j] == a[i][0] * (1 << j));
    printf("%d\n", product[ROWS - 1][COLUMNS - 1]);
    return 0;
}
