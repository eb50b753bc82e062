// Static locals are initialised once and keep their value between calls
#include <stdio.h>

static int ticket(void)
{
    static int next = 100;
    return next++;
}

static int *cell(void)
{
    static int hidden[3] = {1, 2};
    return hidden;
}

static int fib(int n)
{
    static int memo[30];
    if (n < 2)
        return n;
    if (!memo[n])
        memo[n] = fib(n - 1) + fib(n - 2);
    return memo[n];
}

static int scoped(int which)
{
    if (which) {
        static int n = 10;
        return n += 1;
    } else {
        static int n;
        return n -= 1;
    }
}

int main(void)
{
    int a = ticket(), b = ticket(), c = ticket();
    printf("%d %d %d\n", a, b, c);
    cell()[2] = 9;
    printf("%d %d\n", cell()[0], cell()[2]);
    printf("%d\n", fib(29));
    for (int i = 0; i < 4; i++)
        printf("%d ", scoped(i % 2));
    printf("\n");
    for (int i = 0; i < 3; i++) {
        static int runs;
        int fresh = 0;
        runs++;
        fresh++;
        printf("%d%d ", runs, fresh);
    }
    printf("\n");
    return 0;
}
