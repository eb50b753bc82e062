// A large static array, filled and folded
#include <stdio.h>

static unsigned short cells[20000];
static struct { int key; unsigned char tag[4]; } rows[500];

int main(void)
{
    unsigned v = 1;
    for (int i = 0; i < 20000; i++) {
        v = v * 75 % 65537;
        cells[i] = (unsigned short)v;
    }
    unsigned sum = 0;
    for (int i = 19999; i >= 0; i -= 3)
        sum += cells[i] ^ i;
    printf("%u\n", sum);
    for (int i = 0; i < 500; i++) {
        rows[i].key = i * i;
        rows[i].tag[i % 4] = (unsigned char)i;
    }
    int total = 0;
    for (int i = 0; i < 500; i++)
        total += rows[i].key % 7 + rows[i].tag[3] - rows[i].tag[0];
    printf("%d\n", total);
    return 0;
}
