// goto forwards, backwards, out of nested loops and into blocks
#include <stdio.h>

static int find(int wanted)
{
    int i, j;
    for (i = 0; i < 5; i++)
        for (j = 0; j < 5; j++)
            if (i * j == wanted)
                goto found;
    return -1;
found:
    return i * 10 + j;
}

int main(void)
{
    printf("%d %d %d\n", find(6), find(16), find(11));
    int n = 0;
back:
    if (n < 3) {
        printf("%d ", n);
        n++;
        goto back;
    }
    printf("\n");
    int total = 0;
    goto inside;
    {
        int local;
        total += 1000;
    inside:
        local = 7;
        total += local;
    }
    if (0) {
    skipped:
        total += 50;
        goto end;
    }
    goto skipped;
end:
    printf("%d\n", total);
    while (1) {
        if (n-- == 0)
            goto out;
        continue;
    out:
        break;
    }
    printf("%d\n", n);
    return 0;
}
