// memset counts bytes, the caller counts ints twice
#include <stdio.h>
#include <string.h>

static int board[16];

static void clear(int *cells, size_t bytes)
{
    memset(cells, 0, bytes);
}

int main(void)
{
    board[3] = 9;
    clear(board, sizeof board);
    printf("%d\n", board[3]);
    return 0;
}
