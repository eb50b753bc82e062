// GNU `a ?: b` evaluates a once and gives it when it is not zero
#include <stdio.h>

static int calls;
static int next(void) { return ++calls; }
static int zero(void) { calls += 10; return 0; }

int main(void)
{
    int r = next() ?: 100;
    printf("%d %d\n", r, calls);
    r = zero() ?: next();
    printf("%d %d\n", r, calls);
    r = zero() ?: zero() ?: 5;
    printf("%d %d\n", r, calls);
    const char *name = 0;
    printf("%s\n", name ?: "anonymous");
    name = "ada";
    printf("%s\n", name ?: "anonymous");
    printf("%.1f\n", 0.0 ?: 2.5);
    printf("%.1f\n", 3 ?: 2.5);
    int i = 0;
    int v = i++ ?: i++ ?: 9;
    printf("%d %d\n", i, v);
    return 0;
}
