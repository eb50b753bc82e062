// Rows and columns are swapped in a matrix that is not square
#include <stdio.h>

enum { ROWS = 2, COLS = 5 };

int main(void)
{
    static int m[ROWS][COLS];
    for (int i = 0; i < COLS; i++)
        for (int j = 0; j < ROWS; j++)
            m[i][j] = i * 10 + j; //@ error: out-of-bounds
    printf("%d\n", m[1][1]);
    return 0;
}
