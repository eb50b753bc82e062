// Large constant tables, indexed by expressions and characters
#include <stdio.h>

static const unsigned char popcount4[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
static const short days[2][12] = {{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31},
                                  {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}};
static int memo[1000];

static int leap(int y) { return (y % 4 == 0 && y % 100 != 0) || y % 400 == 0; }

static int day_of_year(int y, int m, int d)
{
    for (int i = 0; i < m - 1; i++)
        d += days[leap(y)][i];
    return d;
}

int main(void)
{
    int bits = 0;
    for (unsigned v = 0xcafebabe; v; v >>= 4)
        bits += popcount4[v & 15];
    printf("%d\n", bits);
    printf("%d %d %d\n", day_of_year(2023, 12, 31), day_of_year(2024, 3, 1), day_of_year(1900, 3, 1));
    memo[0] = 1;
    for (int i = 1; i < 1000; i++)
        memo[i] = (memo[i - 1] * 7 + i) % 1009;
    printf("%d %d\n", memo[500], memo[999]);
    int histogram[26] = {0};
    for (const char *s = "sphinx of black quartz judge my vow"; *s; s++)
        if (*s >= 'a' && *s <= 'z')
            histogram[*s - 'a']++;
    for (int i = 0; i < 26; i++)
        printf("%d", histogram[i]);
    printf("\n");
    return 0;
}
