// Parameters are local copies; changes through pointers are seen by the caller
#include <stdio.h>

static void lost(int n, const char *s)
{
    n = 100;
    s = "changed";
    printf("%d %s\n", n, s);
}

static void kept(int *n, const char **s)
{
    *n += 1;
    *s = "replaced";
}

static int modify(int n)
{
    while (n > 10)
        n -= 10;
    return n;
}

static void swap(int *a, int *b)
{
    int t = *a;
    *a = *b;
    *b = t;
}

static void array(int a[3])
{
    a[0] = 50;
    a = a + 1;
    a[0] = 60;
}

int main(void)
{
    int n = 1;
    const char *s = "original";
    lost(n, s);
    printf("%d %s\n", n, s);
    kept(&n, &s);
    printf("%d %s\n", n, s);
    int m = 57;
    int r = modify(m);
    printf("%d %d\n", m, r);
    swap(&n, &m);
    printf("%d %d\n", n, m);
    swap(&n, &n);
    int a[3] = {1, 2, 3};
    array(a);
    printf("%d %d %d %d\n", n, a[0], a[1], a[2]);
    return 0;
}
