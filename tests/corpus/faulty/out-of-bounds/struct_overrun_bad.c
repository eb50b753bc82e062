// An index runs past the array member and past the whole struct
#include <stdio.h>

struct scores { int count; int points[3]; };

static int total(const struct scores *s, int n)
{
    int sum = 0;
    const int *p = s->points;
    for (int i = 0; i < n; i++)
        sum += p[i]; //@ error: out-of-bounds
    return sum;
}

int main(void)
{
    struct scores s = {3, {10, 20, 30}};
    printf("%d\n", total(&s, s.count + 1));
    return 0;
}
