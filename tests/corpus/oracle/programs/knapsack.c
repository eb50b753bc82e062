// Dynamic programming: knapsack, longest common subsequence, edit distance
#include <stdio.h>
#include <string.h>

static int max(int a, int b) { return a > b ? a : b; }
static int min3(int a, int b, int c) { return a < b ? (a < c ? a : c) : (b < c ? b : c); }

static int knapsack(int n, const int *weight, const int *value, int room)
{
    int best[room + 1];
    memset(best, 0, sizeof best);
    for (int i = 0; i < n; i++)
        for (int r = room; r >= weight[i]; r--)
            best[r] = max(best[r], best[r - weight[i]] + value[i]);
    return best[room];
}

static int common(const char *a, const char *b)
{
    int n = strlen(a), m = strlen(b);
    int t[n + 1][m + 1];
    for (int i = 0; i <= n; i++)
        for (int j = 0; j <= m; j++)
            t[i][j] = !i || !j ? 0 : a[i - 1] == b[j - 1] ? t[i - 1][j - 1] + 1 : max(t[i - 1][j], t[i][j - 1]);
    return t[n][m];
}

static int distance(const char *a, const char *b)
{
    static int row[32];
    for (int j = 0; j <= (int)strlen(b); j++)
        row[j] = j;
    for (int i = 1; a[i - 1]; i++) {
        int diagonal = row[0]++;
        for (int j = 1; b[j - 1]; j++) {
            int old = row[j];
            row[j] = min3(row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1]));
            diagonal = old;
        }
    }
    return row[strlen(b)];
}

int main(void)
{
    int weight[] = {2, 3, 4, 5, 9}, value[] = {3, 4, 8, 8, 10};
    for (int room = 5; room <= 20; room += 5)
        printf("%d ", knapsack(5, weight, value, room));
    printf("\n%d %d\n", common("AGGTAB", "GXTXAYB"), common("abc", ""));
    printf("%d %d %d\n", distance("kitten", "sitting"), distance("", "abc"), distance("same", "same"));
    return 0;
}
