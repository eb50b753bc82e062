// Each activation has its own locals, also when their addresses are passed down
#include <stdio.h>

static int depth(int n, const int *outer)
{
    int mine = outer ? *outer + n : n;
    int array[3] = {n, mine, 0};
    if (n > 0) {
        array[2] = depth(n - 1, &mine);
        mine += array[2];
    }
    return mine + array[0] * array[1];
}

static void permute(char *s, int at, int n, int *count)
{
    if (at == n) {
        if (++*count % 5 == 0)
            printf("%s ", s);
        return;
    }
    for (int i = at; i < n; i++) {
        char t = s[at];
        s[at] = s[i];
        s[i] = t;
        permute(s, at + 1, n, count);
        t = s[at];
        s[at] = s[i];
        s[i] = t;
    }
}

int main(void)
{
    printf("%d %d\n", depth(4, 0), depth(0, 0));
    char s[] = "abcd";
    int count = 0;
    permute(s, 0, 4, &count);
    printf("%d %s\n", count, s);
    return 0;
}
