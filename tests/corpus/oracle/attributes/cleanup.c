// The cleanup attribute runs a function when a variable leaves its scope, last declared first
#include <stdio.h>
#include <stdlib.h>

static int closed;
static void close_int(int *p)
{
    printf("close %d\n", *p);
    closed++;
}
static void free_text(char **p)
{
    printf("free %s\n", *p);
    free(*p);
}
#define AUTO __attribute__((cleanup(close_int)))

static int early(int n)
{
    AUTO int a = n;
    if (n > 5)
        return a * 2;
    AUTO int b = n + 100;
    return a + b;
}

int main(void)
{
    printf("%d\n", early(9));
    printf("%d\n", early(2));
    for (int i = 0; i < 3; i++) {
        AUTO int loop = i * 10;
        if (i == 1)
            continue;
        if (i == 2)
            break;
        printf("body %d\n", loop);
    }
    {
        __attribute__((cleanup(free_text))) char *text = malloc(4);
        if (!text)
            return 1;
        text[0] = 'h', text[1] = 'i', text[2] = 0;
    }
    {
        AUTO int x = 1;
        AUTO int y = 2;
        x += 10;
        goto out;
    }
out:
    printf("%d\n", closed);
    return 0;
}
