// return from inside nested loops and switches; functions without a value
#include <stdio.h>

static int first_negative(const int *v, int n)
{
    for (int i = 0; i < n; i++)
        if (v[i] < 0)
            return i;
    return -1;
}

static const char *word(int n)
{
    while (1) {
        switch (n) {
        case 0: return "none";
        case 1: return "one";
        default:
            if (n > 100)
                return "many";
            n *= 3;
        }
    }
}

static void until(int n)
{
    for (int i = 0;; i++) {
        if (i == n)
            return;
        putchar('0' + i);
    }
}

int main(void)
{
    int v[] = {3, 1, -4, 1, -5};
    printf("%d %d\n", first_negative(v, 5), first_negative(v, 2));
    printf("%s %s %s\n", word(0), word(1), word(2));
    until(5);
    until(0);
    putchar('\n');
    return first_negative(v + 3, 2);
}
