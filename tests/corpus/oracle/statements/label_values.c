// Label addresses in variables: stored, compared, chosen and jumped to
#include <stdio.h>

static int run(int n)
{
    void *next = &&even;
    void *const labels[2] = {&&even, &&odd};
    int trace = 0, left = 6;
    goto *next;
even:
    trace = trace * 10 + 2;
    next = labels[n & 1];
    goto step;
odd:
    trace = trace * 10 + 1;
    n = n * 3 + 1;
    next = n % 4 == 0 ? &&even : labels[n & 1];
    goto step;
step:
    n /= 2;
    if (left-- == 0)
        return trace;
    goto *next;
}

int main(void)
{
    printf("%d %d %d\n", run(7), run(12), run(1));
    void *a = &&here, *b = &&there;
    printf("%d %d\n", a == b, a != 0);
    goto *b;
here:
    printf("here\n");
    return 4;
there:
    printf("there\n");
    goto *a;
}
