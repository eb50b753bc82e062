// Conway's Game of Life on a torus
#include <stdio.h>
#include <string.h>

#define W 12
#define H 8

typedef unsigned char board[H][W];

static int neighbours(board b, int y, int x)
{
    int n = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (dy || dx)
                n += b[(y + dy + H) % H][(x + dx + W) % W];
    return n;
}

static void step(board b)
{
    board next;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            int n = neighbours(b, y, x);
            next[y][x] = n == 3 || (n == 2 && b[y][x]);
        }
    memcpy(b, next, sizeof next);
}

int main(void)
{
    static const char *const start[H] = {".#..........", "..#....###..", "###.........", "............",
                                         "............", "......##....", "......##....", "............"};
    board b;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            b[y][x] = start[y][x] == '#';
    for (int i = 0; i < 9; i++)
        step(b);
    for (int y = 0; y < H; y++) {
        for (int x = 0; x < W; x++)
            putchar(b[y][x] ? '#' : '.');
        putchar('\n');
    }
    return 0;
}
