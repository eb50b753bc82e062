// Matrix multiplication, transposition and determinant by elimination
#include <stdio.h>

#define N 4

static void multiply(double r[N][N], double a[N][N], double b[N][N])
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            r[i][j] = 0;
            for (int k = 0; k < N; k++)
                r[i][j] += a[i][k] * b[k][j];
        }
}

static double determinant(double m[N][N])
{
    double det = 1;
    for (int c = 0; c < N; c++) {
        int pivot = c;
        while (pivot < N && m[pivot][c] == 0)
            pivot++;
        if (pivot == N)
            return 0;
        if (pivot != c) {
            for (int k = 0; k < N; k++) {
                double t = m[c][k];
                m[c][k] = m[pivot][k];
                m[pivot][k] = t;
            }
            det = -det;
        }
        det *= m[c][c];
        for (int r = c + 1; r < N; r++) {
            double f = m[r][c] / m[c][c];
            for (int k = c; k < N; k++)
                m[r][k] -= f * m[c][k];
        }
    }
    return det;
}

int main(void)
{
    double a[N][N], b[N][N], r[N][N];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = (i * 3 + j * 5) % 7 - 3;
            b[i][j] = i == j ? 2 : (double)(i - j) / 4;
        }
    multiply(r, a, b);
    for (int i = 0; i < N; i++)
        printf("%.3f %.3f %.3f %.3f\n", r[i][0], r[i][1], r[i][2], r[i][3]);
    printf("%.9f\n", determinant(b));
    printf("%.9f\n", determinant(r));
    return 0;
}
