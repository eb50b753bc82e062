// goto, break and return leave scopes with VLAs, cleanups and nested loops
#include <stdio.h>

static int rows(int n)
{
    int total = 0, i = 1;
again: {
    int row[i];
    for (int k = 0; k < i; k++)
        row[k] = k + i;
    for (int k = 0; k < i; k++) {
        if (row[k] > n)
            goto out;
        total += row[k];
    }
    if (i++ < n)
        goto again;
}
out:
    return total * 10 + i;
}

static int first_pair(int sum)
{
    for (int i = 1; i < 10; i++) {
        int table[i + 1];
        for (int j = 0; j <= i; j++) {
            table[j] = i * j;
            if (table[j] + i == sum)
                return i * 10 + j;
        }
        if (table[i] > 50)
            break;
    }
    return -1;
}

int main(void)
{
    for (int n = 1; n < 6; n++)
        printf("%d ", rows(n));
    printf("\n%d %d %d\n", first_pair(12), first_pair(13), first_pair(200));
    return 0;
}
